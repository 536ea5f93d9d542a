/** The Battlesnake API v1 of one snake: four routes, relative to its prefix. */
import { Router } from '@koa/router';
import type { Arrival, Mount } from '../snakes/mount.js';
import type { GameRequest } from '../wire/resources.js';
import type { MoveResponse } from '../wire/responses.js';
import { BodyReader } from './body/body.js';
import { answerJson, type AppContext, type AppMiddleware, type AppState } from './context.js';

/**
 * Creates the routes. They expect the snake in `ctx.state.mount` and the path behind its prefix in `ctx.newRouterPath`.
 *
 * @param maxBody largest body accepted, in bytes.
 */
export function createSnakeRoutes(maxBody: number): AppMiddleware {
  const router = new Router<AppState, object>();
  const bodies = new BodyReader(maxBody);
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify(ctx.state.mount!.info)));
  router.post('/start', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx, bodies);
    mount.start(request, arrival);
    answerJson(ctx, '{}');
  });
  router.post('/move', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx, bodies);
    const { move, shout } = await mount.answer(request, arrival);
    const response: MoveResponse = shout === undefined ? { move } : { move, shout };
    answerJson(ctx, JSON.stringify(response));
  });
  router.post('/end', async (ctx) => {
    const { mount, request, arrival } = await readSnakeRequest(ctx, bodies);
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

async function readSnakeRequest(
  { state, req, res }: Pick<AppContext, 'state' | 'req' | 'res'>,
  bodies: BodyReader,
): Promise<SnakeRequest> {
  const { request, text } = await bodies.read(req);
  const onGone = (listener: () => void) => {
    const notify = () => void (res.writableEnded || listener());
    if (res.closed) notify();
    else res.once('close', notify);
  };
  return { mount: state.mount!, request, arrival: { text, at: state.arrivedAt, onGone } };
}
