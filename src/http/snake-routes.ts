/** The Battlesnake API v1 of one snake: four routes, relative to its prefix. */
import { isOwnRequest } from '../exchange/via.js';
import type { Arrival, Mount } from '../snakes/mount.js';
import type { GameRequest } from '../wire/resources.js';
import { BodyReader } from './body/body.js';
import { answerJson, type AppContext, type AppMiddleware, HttpError } from './context.js';
import { refuseMethod, toNotFound, type DescribeMissing } from './error-handler.js';
import type { RequestLimits } from './limits/request-limits.js';
import type { Found, Lookup, SnakePath } from './lookup.js';

export interface SnakeRoutesDeps {
  readonly maxBody: number;
  readonly limits: RequestLimits;
  readonly lookup: Pick<Lookup, 'findAgain'>;
  readonly describeMissing: DescribeMissing;
}

const ASKING = ['GET', 'HEAD'];
const POSTING = ['POST'];

/** Creates the routes. They expect the snake, and the path after its prefix, in `ctx.state.found`. */
export function createSnakeRoutes(deps: SnakeRoutesDeps): AppMiddleware {
  const { limits } = deps;
  const read = createRequestReader(deps);
  const routes: Readonly<Record<SnakePath, (ctx: AppContext) => Promise<void> | void>> = {
    '/': (ctx) => answerJson(ctx, JSON.stringify(ctx.state.mount!.info)),
    async '/start'(ctx) {
      const { mount: playing, found, request, arrival } = await read(ctx);
      limits.countNewGame(ctx.req);
      const mount = found.mount ?? playing;
      // An engine that starts a game again gets the newest version.
      if (mount === playing || playing.leave(request, arrival)) mount.start(request, arrival);
      answerJson(ctx, '{}');
    },
    async '/move'(ctx) {
      const { mount, request, arrival } = await read(ctx).catch(async (refused: unknown) => {
        await limits.admit(ctx.req);
        throw refused;
      });
      if (!mount.isPlaying(request)) {
        await limits.admit(ctx.req);
        limits.countNewGame(ctx.req);
      }
      const { move, shout } = await mount.answer(request, arrival);
      answerJson(ctx, JSON.stringify({ move, shout }));
    },
    async '/end'(ctx) {
      const { mount, request, arrival } = await read(ctx);
      // It may be a game that another host played.
      if (!mount.isPlaying(request)) limits.countNewGame(ctx.req);
      mount.end(request, arrival);
      answerJson(ctx, '{}');
    },
  };
  return async (ctx) => {
    const { rest } = ctx.state.found!;
    const { via } = ctx.req.headers;
    // Only its body shows whether it is a turn of a live game, which is exempt from the limits of an address.
    const mayBeTurn = rest === '/move' && ctx.method === 'POST' && !isOwnRequest(via);
    if (!mayBeTurn) await limits.admit(ctx.req);
    if (isOwnRequest(via))
      throw new HttpError(508, 'loop', 'this request is the host’s own: an upstream points back to it');
    const methods = rest === '/' ? ASKING : POSTING;
    if (!methods.includes(ctx.method)) refuseMethod(ctx, methods);
    return routes[rest](ctx);
  };
}

/** Returns a function that reads the body of a request and chooses its mount. */
function createRequestReader({ maxBody, limits, lookup, describeMissing }: SnakeRoutesDeps) {
  const bodies = new BodyReader(maxBody, (req) => limits.reportBusy(req));
  return async (ctx: AppContext): Promise<SnakeRequest> => {
    const { state, req, res } = ctx;
    const { request, text } = await limits.whileUnfinished(ctx, () => bodies.read(ctx));
    const onGone = (listener: () => void) => {
      const notify = () => void (res.writableEnded || listener());
      if (res.closed) notify();
      else res.on('close', notify);
    };
    // The configuration may have changed while the body arrived.
    const found = lookup.findAgain(state.found!, ctx.path, ctx.querystring);
    // The mount that has the game; else the one that takes new games.
    const mount = found && (found.retired.find((one) => one.isPlaying(request)) ?? found.mount);
    if (found === undefined || mount === undefined) throw toNotFound(ctx, describeMissing);
    state.mount = mount;
    const arrival = { text, at: state.arrivedAt, via: req.headers.via, onGone, from: limits.addressOf(req) };
    return { mount, found, request, arrival };
  };
}

interface SnakeRequest {
  readonly mount: Mount;
  readonly found: Found;
  readonly request: GameRequest;
  readonly arrival: Arrival;
}
