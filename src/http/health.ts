/** Two routes for platforms and monitors, on both ports. */
import { answerJson, type AppRouter, type Readiness } from './context.js';

/**
 * Adds `/healthz`, which answers 200 while the process lives, and `/readyz`: 200 when it accepts new games, else 503.
 * `journal` says how the journal does; it never decides that status, since games are played without a journal, too.
 */
export function addHealthRoutes(router: AppRouter, readiness: () => Readiness, journal?: () => string): void {
  router.get('/healthz', (ctx) => answerJson(ctx, '{"status":"ok"}'));
  router.get('/readyz', (ctx) => {
    const status = readiness();
    ctx.status = status === 'ready' ? 200 : 503;
    answerJson(ctx, JSON.stringify({ status, journal: journal?.() }));
  });
}
