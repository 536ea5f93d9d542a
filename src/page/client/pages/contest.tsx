/** The page of a contest: a match, a tournament or a tuning as it goes, or as it was. */
import type { ContestView } from '../../api/contests.js';
import { formatMoment } from '../format/times.js';
import { StatTiles } from '../kit/stat-tiles.js';
import { Failed, Loading } from '../kit/states.js';
import { ContestFigures } from '../contests/contest-figures.js';
import { ContestState } from '../contests/contest-state.js';
import { MatchContents, MatchFigures } from '../contests/match-contents.js';
import { TournamentContents } from '../contests/tournament-contents.js';
import { TuningContents } from '../contests/tuning-contents.js';
import { useContest } from '../contests/use-contest.js';
import { WorkersTable } from '../contests/workers-table.js';
import { pageUrl } from '../shell/location.js';
import { hasPage } from '../shell/routes.js';
import { useSession } from '../shell/session.js';
import { useTitle } from '../shell/title.js';

export function OneContestPage({ id }: { id: string }) {
  const { contest, error, state, since } = useContest(id);
  const session = useSession();
  useTitle(contest?.title);
  if (contest === undefined) {
    return error ? <Failed heading="No contest" error={error} onRetry={() => location.reload()} /> : <Loading />;
  }
  // A command that was killed can no longer say that it has ended.
  const isGone = state === 'ended' && contest.state === 'running';
  const isStale = state === 'reconnecting' || isGone;
  return (
    <div class={isStale ? 'contents stale' : 'contents'}>
      <div class="heading">
        <h1>{contest.title}</h1>
        <ContestState contest={contest} isGone={isGone} />
        <span class="soft" role="status">
          {state === 'reconnecting' ? `reconnecting since ${formatMoment(since)}` : ''}
          {isGone ? `its command has not answered since ${formatMoment(since)}` : ''}
        </span>
      </div>
      <p class="soft">
        {`${contest.game}; seed ${contest.seed}; began ${formatMoment(contest.startedAt)}. `}
        {hasPage(session, 'contests') && <a href={pageUrl({ page: 'contests' })}>All contests</a>}
      </p>
      <StatTiles label="How it goes">
        <ContestFigures contest={contest} />
        {contest.details.kind === 'match' && <MatchFigures details={contest.details} />}
      </StatTiles>
      <Details details={contest.details} />
      {contest.workerRows && <WorkersTable workers={contest.workerRows} counts={contest.workers} />}
    </div>
  );
}

function Details({ details }: { details: ContestView['details'] }) {
  switch (details.kind) {
    case 'match':
      return <MatchContents details={details} />;
    case 'tournament':
      return <TournamentContents details={details} />;
    case 'tuning':
      return <TuningContents details={details} />;
  }
}
