/** The route by which an operator makes the host read its configuration again. Part of the admin port. */
import { answerJson, type AppRouter } from '../http/context.js';
import type { ReloadOutcome } from './reloader.js';

/** Adds `POST /reload`. It answers 200 with what has changed, or 422 with all faults; then nothing has. */
export function addReloadRoute(router: AppRouter, reload: () => Promise<ReloadOutcome>): void {
  router.post('/reload', async (ctx) => {
    const result = await reload();
    if (result.outcome === 'failed') {
      const { outcome, version, faults } = result;
      const message = `the configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}; version ${version} is still served`;
      ctx.status = 422;
      return answerJson(
        ctx,
        JSON.stringify({ outcome, version, error: { code: 'invalid_configuration', message }, faults }),
      );
    }
    const { outcome, version, added, changed, removed, restartNeeded, warnings } = result;
    answerJson(ctx, JSON.stringify({ outcome, version, added, changed, removed, restartNeeded, warnings }));
  });
}
