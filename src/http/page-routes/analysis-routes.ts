/** Analyses of games of the journal: starts them, shows how far they are, ends them. Served on the admin port alone. */
import { isRecord } from '../../errors/kind-of.js';
import type { Analyses } from '../../page/analyses.js';
import { answerJson, type AppContext, type AppRouter, HttpError, readSmallBody } from '../context.js';

/** The most games of a request: as many as `analyse --lost` takes. */
const MAX_GAMES = 20;
const ID = /^[0-9a-f]{16}$/;

export function addAnalysisRoutes(router: AppRouter, analyses: Pick<Analyses, 'view' | 'add' | 'cancel'>): void {
  const answerView = (ctx: AppContext): void => {
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, JSON.stringify(analyses.view));
  };
  router.get('/api/analysis', answerView);
  router.post('/api/analysis', async (ctx) => {
    analyses.add(readIds(await readSmallBody(ctx)));
    ctx.status = 202;
    answerView(ctx);
  });
  router.delete('/api/analysis', async (ctx) => {
    await analyses.cancel();
    ctx.status = 204;
  });
}

function readIds(body: unknown): readonly string[] {
  const games = isRecord(body) ? body['games'] : undefined;
  const isList = Array.isArray(games) && games.length > 0 && games.length <= MAX_GAMES;
  if (isList && games.every((id) => typeof id === 'string' && ID.test(id))) return games as readonly string[];
  throw new HttpError(400, 'invalid_body', `"games" is not a list of 1 to ${MAX_GAMES} ids of games`, '/games');
}
