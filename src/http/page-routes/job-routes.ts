/** Pictures of a game as files, and the scores of moves. Made by jobs; served on the admin port alone. */
import { isRecord } from '../../errors/kind-of.js';
import type { JournalReader } from '../../journal/journal.js';
import { missingPackages } from '../../processes/optional-packages.js';
import type { Analyses } from '../../page/analyses.js';
import type { PageJob, PictureJob } from '../../page/job.js';
import { answerJson, type AppRouter, HttpError, readSmallBody } from '../context.js';
import { findOneGame } from '../journal/game-query.js';

/** One job at a time. */
export function addJobRoutes(
  router: AppRouter,
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  jobs: Pick<Analyses, 'make'>,
): void {
  let isBusy = false;
  const make = async (word: string, wanted: PageJob): Promise<string> => {
    const { id } = await findOneGame(journal, word);
    if (isBusy) throw new HttpError(429, 'busy', 'another picture or search is in progress', undefined, 1);
    isBusy = true;
    const end = await jobs.make(id, wanted).finally(() => (isBusy = false));
    if (end.kind !== 'done') throw new HttpError(400, 'cannot_make', end.reason);
    return end.made!;
  };
  router.post('/api/games/:id/picture', async (ctx) => {
    const wanted = readWanted(await readSmallBody(ctx));
    const missing = wanted.kind === 'gif' && missingPackages('a GIF');
    if (missing) throw new HttpError(400, 'cannot_make', missing);
    const made = await make(ctx.params['id']!, wanted);
    ctx.type = wanted.kind === 'gif' ? 'image/gif' : 'image/svg+xml';
    ctx.body = Buffer.from(made, wanted.kind === 'gif' ? 'base64' : 'utf8');
  });
  router.post('/api/games/:id/moves', async (ctx) => {
    const body = await readSmallBody(ctx);
    const turn = isRecord(body) ? body['turn'] : undefined;
    if (!isTurn(turn)) throw new HttpError(400, 'invalid_body', '"turn" is not a turn', '/turn');
    answerJson(ctx, await make(ctx.params['id']!, { kind: 'moves', turn }));
  });
}

function readWanted(body: unknown): PictureJob {
  const { turn, from, to } = isRecord(body) ? body : {};
  if (isTurn(turn)) return { kind: 'picture', turn };
  if (isTurn(from) && isTurn(to)) return { kind: 'gif', from, to };
  throw new HttpError(400, 'invalid_body', 'neither "turn" nor "from" and "to" are turns', '');
}

function isTurn(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
