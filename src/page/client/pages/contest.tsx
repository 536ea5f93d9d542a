/** The page of a command with `--browser`: its match, tournament or tuning while it runs. */
import { useState } from 'preact/hooks';
import type { ContestView, MatchReport } from '../../../views/contest-report.js';
import { matchTiles, MatchContents } from '../contests/match-contents.js';
import { TournamentContents } from '../contests/tournament-contents.js';
import { TuningContents } from '../contests/tuning-contents.js';
import { formatMany, formatThousands } from '../../../views/numbers.js';
import { formatDuration, formatMoment } from '../../../views/times.js';
import type { Tone } from '../../../views/words.js';
import { Badge, Bar, Tiles, type Tile } from '../kit/figures.js';
import { Loading } from '../kit/states.js';
import { followStream, useStream, type LiveListener } from '../live/live-source.js';
import { useTitle } from '../shell/location.js';

interface ContestEvents {
  readonly contest: ContestView;
}

const followContest = (listener: LiveListener<ContestEvents>) =>
  followStream<ContestEvents>('/api/contest/live', ['contest'], listener);

export function OneContestPage() {
  const [contest, setContest] = useState<ContestView>();
  const { state, since } = useStream(followContest, ({ data }) => setContest(data));
  useTitle(contest?.title);
  if (contest === undefined) return <Loading />;
  const isStale = state === 'reconnecting';
  const { shown, title, game, startedAt } = contest;
  const [word, tone] = stateOf(contest.state, shown.kind === 'match' ? shown.report.verdict : null);
  return (
    <div class={isStale ? 'contents stale' : 'contents'}>
      <div class="heading">
        <h1>{title}</h1>
        <Badge tone={tone}>{word}</Badge>
        <span class="soft" role="status">
          {isStale ? `reconnecting since ${formatMoment(since)}` : ''}
        </span>
      </div>
      <p class="soft">{`${game}; seed ${shown.report.seed}; began ${formatMoment(startedAt)}.`}</p>
      <Tiles
        label="Progress"
        tiles={[...progressTiles(contest), ...(shown.kind === 'match' ? matchTiles(shown.report) : [])]}
      />
      {shown.kind === 'match' && <MatchContents report={shown.report} trail={shown.trail} />}
      {shown.kind === 'tournament' && <TournamentContents report={shown.report} />}
      {shown.kind === 'tuning' && <TuningContents report={shown.report} />}
    </div>
  );
}

/** The verdict of a test that has ended; for everything else, whether it runs. */
function stateOf(state: ContestView['state'], verdict: MatchReport['verdict']): readonly [string, Tone?] {
  if (verdict === 'H1') return ['H1 accepted', 'good'];
  if (verdict === 'H0') return ['H0 accepted', 'bad'];
  if (state === 'over') return verdict === 'undecided' ? ['undecided', 'warning'] : ['over'];
  return state === 'running' ? ['running', 'good'] : ['stopped', 'warning'];
}

function progressTiles({ maxPairs, gamesPerMinute, gamesPerPair, pairsLeft, state, shown }: ContestView) {
  const { games, pairs } = shown.report;
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
        pairsLeft !== undefined && gamesPerMinute > 0
          ? `~${formatDuration(((pairsLeft * gamesPerPair) / gamesPerMinute) * 60_000)}`
          : 'unknown',
      note: pairsLeft === undefined ? 'too few pairs so far' : `about ${formatMany(Math.ceil(pairsLeft), 'pair')}`,
    },
  ] satisfies (Tile | false)[];
}
