/** Two routes for whoever watches the process, on both ports. */
import { answerJson, type Readiness, type AppRouter } from './context.js';

/** Adds `/healthz`: the process answers; and `/readyz`: 200 when new games are wanted, else 503. */
export function addHealthRoutes(router: AppRouter, readiness: () => Readiness): void {
  router.get('/healthz', (ctx) => answerJson(ctx, '{"status":"ok"}'));
  router.get('/readyz', (ctx) => {
    const status = readiness();
    ctx.status = status === 'ready' ? 200 : 503;
    answerJson(ctx, JSON.stringify({ status }));
  });
}
