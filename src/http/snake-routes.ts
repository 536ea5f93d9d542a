/** The Battlesnake API v1 of one snake: four routes, relative to its prefix. */
import { Router } from '@koa/router';
import type { Arrival, Mount } from '../snakes/mount.js';
import type { GameRequest } from '../wire/resources.js';
import type { MoveResponse } from '../wire/responses.js';
import { BodyReader } from './body/body.js';
import { answerJson, type AppContext, type AppMiddleware, type AppState } from './context.js';
import type { RequestLimits } from './limits/request-limits.js';

/** What the routes are wired to. */
export interface SnakeRoutesDeps {
  /** Largest body accepted, in bytes. */
  readonly maxBody: number;
  readonly limits: RequestLimits;
}

/**
 * Creates the routes. They expect the snake in `ctx.state.mount` and the path behind its prefix in `ctx.newRouterPath`.
 */
export function createSnakeRoutes({ maxBody, limits }: SnakeRoutesDeps): AppMiddleware {
  const router = new Router<AppState, object>();
  const bodies = new BodyReader(maxBody, (req) => limits.reportBusy(req));
  const readSnakeRequest = async (ctx: AppContext): Promise<SnakeRequest> => {
    const { state, req, res } = ctx;
    const { request, text } = await limits.whileUnfinished(req, () => bodies.read(ctx));
    const onGone = (listener: () => void) => {
      const notify = () => void (res.writableEnded || listener());
      if (res.closed) notify();
      else res.once('close', notify);
    };
    return { mount: state.mount!, request, arrival: { text, at: state.arrivedAt, onGone } };
  };
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify(ctx.state.mount!.info)));
  router.post('/start', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx);
    limits.countNewGame(ctx.req);
    mount.start(request, arrival);
    answerJson(ctx, '{}');
  });
  router.post('/move', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx);
    if (!mount.isPlaying(request)) limits.countNewGame(ctx.req);
    const { move, shout } = await mount.answer(request, arrival);
    const response: MoveResponse = shout === undefined ? { move } : { move, shout };
    answerJson(ctx, JSON.stringify(response));
  });
  router.post('/end', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx);
    mount.end(request, arrival);
    answerJson(ctx, '{}');
  });
  return router.routes();
}

/** A valid request and the snake that it is for. */
interface SnakeRequest {
  readonly mount: Mount;
  readonly request: GameRequest;
  readonly arrival: Arrival;
}
