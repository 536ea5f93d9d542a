/** Work on games of the journal: analyses, pictures, the scores of moves. Served on the admin port alone. */
import { isRecord } from '../../errors/kind-of.js';
import type { JournalReader } from '../../journal/journal.js';
import { missingPackages } from '../../processes/optional-packages.js';
import type { Analyses, PageJob } from '../../page/analyses.js';
import { answerJson, type AppContext, type AppRouter, HttpError, readSmallBody } from '../context.js';
import { findOneGame } from '../journal/game-query.js';

/** The most games of a request, as of `analyse --lost`. */
const MAX_GAMES = 20;
const ID = /^[0-9a-f]{16}$/;
const TYPES = { picture: 'image/svg+xml', gif: 'image/gif', moves: 'application/json' } as const;

export function addJobRoutes(
  router: AppRouter,
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  jobs: Pick<Analyses, 'view' | 'add' | 'cancel' | 'make'>,
): void {
  const answerView = (ctx: AppContext): void => {
    ctx.set('Cache-Control', 'no-store');
    answerJson(ctx, JSON.stringify(jobs.view));
  };
  router.get('/api/analysis', answerView);
  router.post('/api/analysis', async (ctx) => {
    jobs.add(readIds(await readSmallBody(ctx)));
    ctx.status = 202;
    answerView(ctx);
  });
  router.delete('/api/analysis', async (ctx) => {
    await jobs.cancel();
    ctx.status = 204;
  });
  for (const what of ['picture', 'moves'] as const)
    router.post(`/api/games/:id/${what}`, async (ctx) => {
      const wanted = readWanted(what, await readSmallBody(ctx));
      const missing = wanted.kind === 'gif' && missingPackages('a GIF');
      if (missing) throw new HttpError(400, 'cannot_make', missing);
      const { id } = await findOneGame(journal, ctx.params['id']!);
      const end = await jobs.make(id, wanted);
      if (end === undefined) throw new HttpError(429, 'busy', 'another picture or search is in progress', undefined, 1);
      if (end.kind !== 'done') throw new HttpError(400, 'cannot_make', end.reason);
      ctx.type = TYPES[wanted.kind];
      ctx.body = Buffer.from(end.result!, wanted.kind === 'gif' ? 'base64' : 'utf8');
    });
}

function readIds(body: unknown): readonly string[] {
  const games = isRecord(body) ? body['games'] : undefined;
  const isList = Array.isArray(games) && games.length > 0 && games.length <= MAX_GAMES;
  if (isList && games.every((id) => typeof id === 'string' && ID.test(id))) return games as readonly string[];
  throw new HttpError(400, 'invalid_body', `"games" is not a list of 1 to ${MAX_GAMES} ids of games`, '/games');
}

function readWanted(what: 'picture' | 'moves', body: unknown): PageJob {
  const { turn, from, to } = isRecord(body) ? body : {};
  if (isTurn(turn)) return { kind: what === 'moves' ? 'moves' : 'picture', from: turn, to: turn };
  if (what === 'picture' && isTurn(from) && isTurn(to)) return { kind: 'gif', from, to };
  const range = what === 'picture' ? ', nor are "from" and "to"' : '';
  throw new HttpError(400, 'invalid_body', `"turn" is not a turn${range}`, '/turn');
}

function isTurn(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
