/** The page of a contest: a match, a tournament or a tuning as it goes, or as it was. */
import type { ContestView } from '../../api/contests.js';
import { formatMoment } from '../format/times.js';
import { Badge } from '../kit/badge.js';
import { StatTiles } from '../kit/stat-tiles.js';
import { Failed, Loading } from '../kit/states.js';
import { ContestFigures, STATE_TONES } from '../matches/contest-figures.js';
import { MatchContents, MatchFigures } from '../matches/match-contents.js';
import { TournamentContents } from '../matches/tournament-contents.js';
import { TuningContents } from '../matches/tuning-contents.js';
import { useContest } from '../matches/use-contest.js';
import { WorkersTable } from '../matches/workers-table.js';
import { pageUrl } from '../shell/location.js';

export function MatchPage({ id }: { id: string }) {
  const { contest, error, state } = useContest(id);
  if (contest === undefined) {
    return error ? <Failed heading="No match" error={error} onRetry={() => location.reload()} /> : <Loading />;
  }
  return (
    <>
      <div class="heading">
        <h1>{contest.title}</h1>
        <Badge tone={STATE_TONES[contest.state]}>{contest.state}</Badge>
        <span class="soft" role="status">
          {state === 'reconnecting' ? 'reconnecting …' : ''}
          {state === 'ended' && contest.state === 'running' ? 'its command does not answer any more' : ''}
        </span>
      </div>
      <p class="soft">
        {`${contest.game}; seed ${contest.seed}; began ${formatMoment(contest.startedAt)}. `}
        <a href={pageUrl({ page: 'experiments' })}>All contests</a>
      </p>
      <StatTiles label="How it goes">
        <ContestFigures contest={contest} />
        {contest.details.kind === 'match' && <MatchFigures details={contest.details} />}
      </StatTiles>
      <Details details={contest.details} />
      {contest.workerRows && <WorkersTable workers={contest.workerRows} counts={contest.workers} />}
    </>
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
