/** Reviews the experiments of a host for its guards and alerts. Asked while it plays them. */
import type { ExperimentVerdict, GuardState } from '../../views/report-lines.js';
import type { Database } from '../store/tables.js';
import { identifyCandidate, identifySides, type LiveExperiment } from './experiment-sides.js';
import { readExperimentGames } from './report.js';
import { computeVerdict } from './verdicts.js';

/** The verdict is absent if no game counts or ended recently, the state if the candidate's share never changed. */
export interface Review {
  readonly verdict?: ExperimentVerdict | undefined;
  readonly state?: GuardState | undefined;
}

/** `isNews`: games may have ended since the last review. If not, only the state is read. */
export type ReviewedExperiment = LiveExperiment & { readonly isNews: boolean };

export async function reviewExperiment(db: Database, present: ReviewedExperiment): Promise<Review> {
  const { snakes, experiment, isNews } = present;
  const state = await db
    .selectFrom('guards')
    .select(['guard', 'reason', 'at', 'since', 'step', 'sides', 'promoted'])
    .where('snake', '=', snakes[0]!)
    .where('experiment', '=', experiment)
    .where('candidate', '=', identifyCandidate(present))
    .executeTakeFirst();
  if (!isNews) return { state };
  const sides = identifySides(present);
  const all = await readExperimentGames(db, { snakes, experiment });
  const games = all.filter((game) => game.sides === sides);
  if (games.length === 0) return { state };
  const named = { snake: snakes[0]!, experiment, candidate: '', sides };
  return { state, verdict: computeVerdict(games, undefined, state && [{ ...state, ...named }]) };
}
