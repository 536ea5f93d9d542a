/** Two routes for whoever watches the process, on both ports. */
import { answerJson, type Readiness, type Routes } from './visit.js';

/** Adds `/healthz`: the process answers; and `/readyz`: 200 when new games are wanted, else 503. */
export function addHealthRoutes(router: Routes, readiness: () => Readiness): void {
  router.get('/healthz', (visit) => answerJson(visit, '{"status":"ok"}'));
  router.get('/readyz', (visit) => {
    const status = readiness();
    visit.status = status === 'ready' ? 200 : 503;
    answerJson(visit, JSON.stringify({ status }));
  });
}
