/** The page of a command with `--browser`: its match, tournament or tuning as it goes. */
import type { ContestView, MatchReport, ShownReport } from '../../../arena/contest/report.js';
import { ContestFigures } from '../contests/contest-figures.js';
import { MatchContents, MatchFigures } from '../contests/match-contents.js';
import { TournamentContents } from '../contests/tournament-contents.js';
import { TuningContents } from '../contests/tuning-contents.js';
import { useContest } from '../contests/use-contest.js';
import { formatMoment } from '../format/times.js';
import type { Tone } from '../format/words.js';
import { Badge } from '../kit/badge.js';
import { StatTiles } from '../kit/stat-tiles.js';
import { Loading } from '../kit/states.js';
import { useTitle } from '../shell/title.js';

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
