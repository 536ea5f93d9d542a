/** The page of a command with `--browser`: its match, tournament or tuning as it goes. */
import { useEffect, useState } from 'preact/hooks';
import type { ContestView, MatchReport, ShownReport } from '../../../arena/contest/report.js';
import { MatchContents, MatchFigures } from '../contests/match-contents.js';
import { TournamentContents } from '../contests/tournament-contents.js';
import { TuningContents } from '../contests/tuning-contents.js';
import { formatMoment, formatDuration } from '../format/times.js';
import type { Tone } from '../format/words.js';
import { Badge, StatTiles, Bar, StatTile } from '../kit/figures.js';
import { Loading } from '../kit/states.js';
import { useTitle } from '../shell/location.js';
import { LiveSource, type LiveState } from '../live/live-source.js';
import { formatMany, formatThousands } from '../format/numbers.js';

export function OneContestPage() {
  const { contest, state, since } = useContest();
  useTitle(contest?.title);
  if (contest === undefined) return <Loading />;
  const isStale = state === 'reconnecting';
  const { shown } = contest;
  const verdict = shown.kind === 'match' ? shown.report.verdict : null;
  const [word, tone] = wordOf(contest.state, verdict);
  return (
    <div class={isStale ? 'contents stale' : 'contents'}>
      <div class="heading">
        <h1>{contest.title}</h1>
        <Badge tone={tone}>{word}</Badge>
        <span class="soft" role="status">
          {isStale ? `reconnecting since ${formatMoment(since)}` : ''}
        </span>
      </div>
      <p class="soft">{`${contest.game}; seed ${shown.report.seed}; began ${formatMoment(contest.startedAt)}.`}</p>
      <StatTiles label="How it goes">
        <ContestFigures contest={contest} />
        {shown.kind === 'match' && <MatchFigures report={shown.report} />}
      </StatTiles>
      <Contents shown={shown} />
    </div>
  );
}

function Contents({ shown }: { shown: ShownReport }) {
  switch (shown.kind) {
    case 'match':
      return <MatchContents report={shown.report} trail={shown.trail} />;
    case 'tournament':
      return <TournamentContents report={shown.report} />;
    case 'tuning':
      return <TuningContents report={shown.report} />;
  }
}

/** A test that has ended shows its verdict; everything else, whether it runs. */
function wordOf(state: ContestView['state'], verdict: MatchReport['verdict']): readonly [string, Tone?] {
  if (verdict === 'H1') return ['H1 accepted', 'good'];
  if (verdict === 'H0') return ['H0 accepted', 'bad'];
  if (state === 'over') return verdict === 'undecided' ? ['undecided', 'warning'] : ['over'];
  return state === 'running' ? ['running', 'good'] : ['stopped', 'warning'];
}

/** `since` is when the command was heard last before the state of the stream changed. */
export function useContest() {
  const [contest, setContest] = useState<ContestView>();
  const [{ state, since }, setStream] = useState<{ readonly state: LiveState; readonly since: number }>({
    state: 'connecting',
    since: Date.now(),
  });
  useEffect(() => {
    const source = new LiveSource<{ contest: ContestView }>('/api/contest/live', ['contest'], {
      onState: (next, heardAt) => setStream((last) => (last.state === next ? last : { state: next, since: heardAt })),
      onEvent: ({ data }) => setContest(data),
    });
    return () => source.close();
  }, []);
  return { contest, state, since };
}

function ContestFigures({ contest }: { contest: ContestView }) {
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
        <StatTile
          name="Time left"
          note={pairsLeft === undefined ? 'too few pairs so far' : `about ${formatMany(Math.ceil(pairsLeft), 'pair')}`}
        >
          {pairsLeft !== undefined && gamesPerMinute > 0
            ? `~${formatDuration(((pairsLeft * gamesPerPair) / gamesPerMinute) * 60_000)}`
            : 'unknown'}
        </StatTile>
      )}
    </>
  );
}
