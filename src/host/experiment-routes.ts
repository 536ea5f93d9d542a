/** Adds `POST /experiments/NAME/stop`, `resume` and `promote`: a person decides which new games the candidate gets. */
import { formatPermanent } from '../config/permanent-entry.js';
import { answerJson, HttpError, type AppRouter } from '../http/context.js';
import type { LiveExperiment } from '../journal/report/experiment-sides.js';
import type { Guards } from '../snakes/guards.js';
import { EXPERIMENT_ACTIONS, type ExperimentChange } from '../views/report-lines.js';

/** @param file the configuration, from which the YAML is made that keeps a promotion. */
export function addExperimentRoutes(
  router: AppRouter,
  live: () => readonly LiveExperiment[],
  guards: Guards,
  file: string,
): void {
  for (const action of EXPERIMENT_ACTIONS)
    router.post(`/experiments/:name/${action}`, (ctx) => {
      const found = live().find(({ experiment, split }) => experiment === ctx.params['name'] && split > 0);
      if (found === undefined) throw new HttpError(404, 'unknown_experiment', 'no split has this name');
      const { experiment } = found;
      const guard = guards.of(found);
      const changed = guard[action]();
      const permanent = action === 'promote' ? formatPermanent(file, experiment) : undefined;
      const change: ExperimentChange = { experiment, changed, share: guard.share, state: guard.state, permanent };
      answerJson(ctx, JSON.stringify(change));
    });
}
