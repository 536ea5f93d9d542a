/** The figures that every contest has: how far it is, how fast, and how long it will take. */
import type { ContestLine } from '../../api/contests.js';
import { formatMany, formatThousands } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { Bar } from '../kit/bar.js';
import { StatTile } from '../kit/stat-tiles.js';

/** Tiles for a {@link StatTiles}. */
export function ContestFigures({ contest }: { contest: ContestLine }) {
  const { games, pairs, maxPairs, gamesPerMinute, gamesPerPair, pairsLeft, state, workers } = contest;
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
      {state === 'running' && pairsLeft !== undefined && (
        <StatTile name="Time left" note={`about ${formatMany(Math.ceil(pairsLeft), 'pair')}, if it goes on like this`}>
          {gamesPerMinute > 0
            ? `~${formatDuration(((pairsLeft * gamesPerPair) / gamesPerMinute) * 60_000)}`
            : 'unknown'}
        </StatTile>
      )}
      {workers && (
        <StatTile name="Workers" note={describeOthers(workers)}>
          {formatThousands(workers.playing)}
        </StatTile>
      )}
    </>
  );
}

/** What the workers do that are not playing. */
function describeOthers({ silent, refused }: NonNullable<ContestLine['workers']>): string {
  const parts = Object.entries({ silent, refused }).filter(([, count]) => count > 0);
  if (parts.length === 0) return 'play on the queue';
  return `play; ${parts.map(([what, count]) => `${formatThousands(count)} ${what}`).join(', ')}`;
}
