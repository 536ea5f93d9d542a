/** The figures that every contest has: how far it is, how fast, and how long it will take. */
import type { ContestView } from '../../../arena/contest/report.js';
import { formatMany, formatThousands } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { Bar } from '../kit/bar.js';
import { StatTile } from '../kit/stat-tiles.js';

/** Tiles for a {@link StatTiles}. */
export function ContestFigures({ contest }: { contest: ContestView }) {
  const { maxPairs, gamesPerMinute, gamesPerPair, pairsLeft, state } = contest;
  const { games, pairs } = contest.shown.report;
  return (
    <>
      <StatTile
        name="Games"
        note={
          state === 'over' ? (
            `in ${formatMany(pairs, 'pair')}`
          ) : (
            <>
              {`${formatThousands(pairs)} of at most ${formatMany(maxPairs, 'pair')}`}
              <Bar label="pairs played" value={pairs} max={maxPairs} />
            </>
          )
        }
      >
        {formatThousands(games)}
      </StatTile>
      <StatTile name="Games a minute" note={state === 'running' ? 'since it began' : 'on average'}>
        {formatThousands(gamesPerMinute)}
      </StatTile>
      {state === 'running' && (
        <StatTile name="Time left" note={`about ${formatMany(Math.ceil(pairsLeft), 'pair')}, if it goes on like this`}>
          {gamesPerMinute > 0
            ? `~${formatDuration(((pairsLeft * gamesPerPair) / gamesPerMinute) * 60_000)}`
            : 'unknown'}
        </StatTile>
      )}
    </>
  );
}
