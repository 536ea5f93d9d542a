/** Snakes and experiments for the page's plots. Served on the admin port. */
import { didYouMean } from '../../errors/did-you-mean.js';
import { type JournalReader, experimentsQuery, snakeQuery, snakesQuery } from '../../journal/journal.js';
import type { GameFilter } from '../../views/game-rows.js';
import type { ExperimentsView, SnakeView, SnakeStats } from '../../views/plots.js';
import type { MountedNow } from '../../snakes/mount-table.js';
import { answerJson, type AppContext, type AppRouter, HttpError } from '../context.js';
import { readGameFilter, refuseUnknown } from '../journal/game-query.js';

export interface StudyDeps {
  readonly mounts: () => MountedNow;
  /** Absent if no games are recorded: then only mounted snakes are shown. */
  readonly journal: Pick<JournalReader, 'ask' | 'askJson'> | undefined;
}

export function addStudyRoutes(router: AppRouter, deps: StudyDeps): void {
  const { journal } = deps;
  router.get('/api/snakes', async (ctx) => {
    // A snake whose prefix is the root.
    if (ctx.path.endsWith('/')) return answerSnake(ctx, '/', deps);
    refuseUnknown(ctx, '/api/snakes');
    return answer(ctx, JSON.stringify(await listSnakes(deps, readGameFilter(ctx))));
  });
  router.get('/api/snakes/*prefix', (ctx) => answerSnake(ctx, ctx.path.slice('/api/snakes'.length), deps));
  router.get('/api/experiments', async (ctx) => {
    refuseUnknown(ctx, '/api/experiments');
    const filter = readGameFilter(ctx);
    const none: ExperimentsView = { live: [], shadows: [], held: [] };
    answer(ctx, (await journal?.askJson(experimentsQuery, filter)) ?? JSON.stringify(none));
  });
}

async function answerSnake(ctx: AppContext, path: string, deps: StudyDeps): Promise<void> {
  refuseUnknown(ctx, '/api/snakes/PREFIX');
  const snake = decodePath(path);
  const filter = { ...readGameFilter(ctx), snake };
  const stats = await deps.journal?.askJson(snakeQuery, filter);
  if (stats !== undefined) return answer(ctx, stats);
  const known = await listSnakes(deps, {});
  if (known.some(({ prefix }) => prefix === snake)) {
    const none = { versions: [], moreVersions: 0, opponents: [], moreOpponents: 0, ratings: [] };
    const nothing: SnakeStats = { snake, ...none };
    return answer(ctx, JSON.stringify(nothing));
  }
  const prefixes = known.map(({ prefix }) => prefix);
  const message = `no snake "${snake.slice(0, 60)}" is mounted or has games.${didYouMean(snake, prefixes)}`;
  throw new HttpError(404, 'unknown_snake', message);
}

async function listSnakes({ journal, mounts }: StudyDeps, filter: GameFilter): Promise<SnakeView[]> {
  const rows = new Map<string, SnakeView>();
  for (const { mount } of mounts().present) {
    const { prefix, name, strategy, live } = mount.status();
    const { color } = mount.info;
    const shown = { name, strategy, ...(color !== undefined && { color }) };
    rows.set(prefix, { ...NO_GAMES, prefix, ...shown, isMounted: true, live });
  }
  for (const { snake: prefix, ...sums } of (await journal?.ask(snakesQuery, filter)) ?? []) {
    rows.set(prefix, { ...(rows.get(prefix) ?? { ...NO_GAMES, prefix, isMounted: false, live: 0 }), ...sums });
  }
  return [...rows.values()].sort((a, b) => (a.prefix < b.prefix ? -1 : 1));
}

const NO_GAMES = { games: 0, versions: 0, answers: 0, fallbacks: 0, lost: 0 };

function answer(ctx: AppContext, json: string): void {
  ctx.set('Cache-Control', 'no-store');
  answerJson(ctx, json);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new HttpError(400, 'invalid_url', 'the URL is not encoded correctly');
  }
}
