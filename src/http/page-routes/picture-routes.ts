/** Pictures of games as files: a turn as SVG, some turns as a GIF. Served on the admin port alone. */
import { isRecord } from '../../errors/kind-of.js';
import type { JournalReader } from '../../journal/journal.js';
import { missingPackages } from '../../processes/optional-packages.js';
import type { Analyses } from '../../page/analyses.js';
import type { PictureJob } from '../../page/job.js';
import { type AppRouter, HttpError, readSmallBody } from '../context.js';
import { findOneGame } from '../journal/game-query.js';

/** One picture at a time. */
export function addPictureRoutes(
  router: AppRouter,
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  jobs: Pick<Analyses, 'draw'>,
): void {
  let isBusy = false;
  router.post('/api/games/:id/picture', async (ctx) => {
    const wanted = readWanted(await readSmallBody(ctx));
    const missing = wanted.kind === 'gif' && missingPackages('a GIF');
    if (missing) throw new HttpError(400, 'cannot_draw', missing);
    const { id } = await findOneGame(journal, ctx.params['id']!);
    if (isBusy) throw new HttpError(429, 'busy', 'another picture is being made', undefined, 1);
    isBusy = true;
    const end = await jobs.draw(id, wanted).finally(() => (isBusy = false));
    if (end.kind !== 'done') throw new HttpError(400, 'cannot_draw', end.reason);
    ctx.type = wanted.kind === 'gif' ? 'image/gif' : 'image/svg+xml';
    ctx.body = Buffer.from(end.made!, wanted.kind === 'gif' ? 'base64' : 'utf8');
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
