/** The page for everybody, read-only, below `/watch` on the public port. */
import { Router } from '@koa/router';
import { WATCH_PATH } from '../../config/prefixes.js';
import type { JournalReader } from '../../journal/journal.js';
import { toGameView } from '../../page/queries/game-view.js';
import type { GameListView } from '../../page/api/game.js';
import type { SessionState } from '../../page/api/session.js';
import type { LiveFeed } from '../../page/live/live-feed.js';
import { version } from '../../version.js';
import { answerJson, type AppContext, type AppMiddleware, type AppRouter, type AppState } from '../context.js';
import { HttpError } from '../http-error.js';
import { readGameQuery, refuseUnknown } from '../journal/game-query.js';
import { Attempts } from '../limits/attempts.js';
import type { ClientAddresses } from '../limits/client-address.js';
import { addGameRoutes } from './game-routes.js';
import { addLiveRoute } from './live-route.js';
import { createPageRoutes } from './page-document.js';
import type { PageFiles } from './page-files.js';

/** Requests for data within a minute. */
const REQUESTS = { perAddress: 300, all: 3000 };
/** Requests whose answer is being read from the journal. */
const MAX_READING = 8;

export interface WatchDeps {
  readonly feed: LiveFeed;
  /** Absent if games are not kept. */
  readonly journal: JournalReader | undefined;
  /** Absent if the page was not built. */
  readonly files: PageFiles | undefined;
  /** The snakes whose games everybody may watch, at the moment of the call. */
  readonly snakes: () => readonly string[];
  readonly addresses: ClientAddresses;
  /** Adds further routes below {@link WATCH_PATH}. */
  readonly extend?: ((router: AppRouter) => void) | undefined;
}

/** Creates the middleware. It passes on every request that is not for {@link WATCH_PATH} or below. */
export function createWatch(deps: WatchDeps): AppMiddleware {
  const { feed, journal, files, snakes, addresses, extend } = deps;
  const isPublic = (snake: string) => snakes().includes(snake);
  const router: AppRouter = new Router<AppState, object>();
  router.get(`${WATCH_PATH}/api/session`, (ctx) => {
    const state: SessionState = { version, page: 'watch', access: 'open', hasJournal: journal !== undefined };
    answerJson(ctx, JSON.stringify(state));
  });
  addLiveRoute(router, `${WATCH_PATH}/api/live`, {
    feed,
    audience: 'watch',
    addressOf: (req) => addresses.of(req).name,
  });
  if (journal !== undefined) addGamesRoute(router, journal, snakes);
  addGameRoutes(router, { journal, feed, base: WATCH_PATH, isPublic });
  extend?.(router);
  const page = files && createPageRoutes({ base: WATCH_PATH, files });
  const routes = router.routes();
  const limited = createLimits(addresses);
  return (ctx, next) => {
    if (ctx.path !== WATCH_PATH && !ctx.path.startsWith(`${WATCH_PATH}/`)) return next();
    const serve = () => limited(ctx, () => routes(ctx, next));
    return page === undefined ? serve() : page(ctx, serve);
  };
}

/** `/watch/api/games`: the games of public snakes. */
function addGamesRoute(router: AppRouter, journal: JournalReader, snakes: () => readonly string[]): void {
  router.get(`${WATCH_PATH}/api/games`, async (ctx) => {
    refuseUnknown(ctx, '/api/games');
    const { snake, ...query } = readGameQuery(ctx);
    const shown = snake === undefined ? snakes() : snakes().filter((each) => each === snake);
    const page = await journal.listGames({ ...query, snakes: shown });
    const answer: GameListView = { ...page, games: page.games.map(toGameView) };
    answerJson(ctx, JSON.stringify(answer));
  });
}

/** Bounds what one address may ask, and what all may ask at once. Requests of this machine are not counted. */
function createLimits(addresses: ClientAddresses): (ctx: AppContext, next: () => Promise<unknown>) => Promise<unknown> {
  const attempts = new Attempts(REQUESTS);
  let reading = 0;
  return async (ctx, next) => {
    const { name, isLocal } = addresses.of(ctx.req);
    if (!isLocal && !attempts.take(name))
      throw new HttpError(429, 'too_many_requests', `more than ${REQUESTS.perAddress} requests a minute`, undefined, 5);
    if (reading >= MAX_READING) throw new HttpError(429, 'busy', 'too many are asking at once', undefined, 1);
    reading++;
    try {
      return await next();
    } finally {
      reading--;
    }
  };
}
