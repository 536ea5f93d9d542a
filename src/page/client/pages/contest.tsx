/** The page of a command with `--browser`: its match, tournament or tuning while it runs. */
import { useState } from 'preact/hooks';
import type { ContestView } from '../../../views/contest-view.js';
import { ReportSections, tilesOf } from '../contests/report-sections.js';
import { formatMany, formatThousands, keepUnits } from '../../../views/numbers.js';
import { formatDuration, formatMoment } from '../../../views/times.js';
import { Badge, Bar, Tiles, type Tile } from '../kit/figures.js';
import { Loading, StreamState } from '../kit/states.js';
import { followStream, useStream, type LiveListener } from '../live/live-source.js';
import { useTitle } from '../shell/location.js';

interface ContestEvents {
  readonly snapshot: ContestView;
  readonly update: ContestView;
}

const followContest = (listener: LiveListener<ContestEvents>) =>
  followStream<ContestEvents>('/api/live', ['snapshot', 'update'], listener);

const RUNNING = { word: 'running', tone: 'good' } as const;
const STOPPED = { word: 'stopped', tone: 'warning' } as const;

export function OneContestPage() {
  const [contest, setContest] = useState<ContestView>();
  const { state: stream, since } = useStream(followContest, ({ data }) => setContest(data));
  useTitle(contest?.title);
  if (contest === undefined) return <Loading />;
  const isStale = stream === 'reconnecting';
  const { state, title, game, startedAt, badge, remarks, sections } = contest;
  const { word, tone } = state === 'running' ? RUNNING : state === 'stopped' ? STOPPED : (badge ?? { word: 'over' });
  return (
    <div class={isStale ? 'contents stale' : 'contents'}>
      <div class="heading">
        <h1>{title}</h1>
        <Badge tone={tone}>{word}</Badge>
        {isStale && <StreamState state={stream} since={since} />}
      </div>
      <p class="soft">{`${game}; began ${formatMoment(startedAt)}.`}</p>
      <Tiles label="Progress" tiles={[...progressTiles(contest), ...tilesOf(sections)]} />
      {remarks.map((remark) => (
        <p key={remark} class="verdict">
          {keepUnits(remark)}
        </p>
      ))}
      <ReportSections sections={sections} />
    </div>
  );
}

function progressTiles({ games, pairs, maxPairs, gamesPerMinute, gamesLeft, state }: ContestView) {
  return [
    {
      name: 'Games',
      figure: formatThousands(games),
      note:
        state === 'over' ? (
          `in ${formatMany(pairs, 'pair')}`
        ) : (
          <>
            {`${formatThousands(pairs)} of at most ${formatMany(maxPairs, 'pair')}`}
            <Bar label="pairs played" value={pairs} max={maxPairs} />
          </>
        ),
    },
    {
      name: 'Games per minute',
      figure: formatThousands(gamesPerMinute),
      note: state === 'running' ? 'since it began' : 'on average',
    },
    state === 'running' && {
      name: 'Time left',
      figure:
        gamesLeft !== undefined && gamesPerMinute > 0
          ? `~${formatDuration((gamesLeft / gamesPerMinute) * 60_000)}`
          : 'unknown',
      note: gamesLeft === undefined ? 'too few pairs so far' : `about ${formatMany(Math.ceil(gamesLeft), 'game')}`,
    },
  ] satisfies (Tile | false)[];
}
