/** The contests of this machine for the page: a list, one of them, and one as it goes. Served by host and commands. */
import type { ContestSource } from '../../page/contests/contest-source.js';
import { answerJson, type AppContext, type AppRouter } from '../context.js';
import { HttpError } from '../http-error.js';
import { ContestStreams } from './contest-streams.js';

/** Adds the routes below `/api/contests`. Returns what ends their streams, to be called before the server closes. */
export function addContestRoutes(router: AppRouter, source: ContestSource): () => Promise<void> {
  const streams = new ContestStreams(source);
  router.get('/api/contests', async (ctx) => {
    answerFresh(ctx, await source.list());
  });
  router.get('/api/contests/:id', async (ctx) => {
    const id = ctx.params['id']!;
    const contest = await source.find(id);
    if (contest === undefined) {
      const message = `there is no contest "${id.slice(0, 60)}" on this machine. /api/contests lists those there are.`;
      throw new HttpError(404, 'unknown_contest', message);
    }
    answerFresh(ctx, contest);
  });
  router.get('/api/contests/:id/live', (ctx) => streams.open(ctx, ctx.params['id']!));
  return () => streams.close();
}

function answerFresh(ctx: AppContext, value: unknown): void {
  ctx.set('Cache-Control', 'no-store');
  answerJson(ctx, JSON.stringify(value));
}
