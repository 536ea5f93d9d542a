/** The Battlesnake API v1 of one snake: four routes, relative to its prefix. */
import { Router } from '@koa/router';
import type { Arrival, Mount } from '../snakes/mount.js';
import { readRequest } from '../wire/reader.js';
import type { GameRequest } from '../wire/resources.js';
import type { MoveResponse } from '../wire/responses.js';
import { bodyOf, createBodyMiddleware } from './body/body.js';
import { answerJson, type AppContext, type AppMiddleware, type AppState } from './context.js';

/**
 * Creates the routes. They expect the snake in `ctx.state.mount` and the path behind its prefix in `ctx.newRouterPath`.
 *
 * @param maxBody largest body accepted, in bytes.
 */
export function createSnakeRoutes(maxBody: number): AppMiddleware {
  const router = new Router<AppState, object>();
  const body = createBodyMiddleware(maxBody);
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify(ctx.state.mount!.info)));
  router.post('/start', ...body, (ctx) => {
    const { mount, request, arrival } = readSnakeRequest(ctx);
    mount.start(request, arrival);
    answerJson(ctx, '{}');
  });
  router.post('/move', ...body, async (ctx) => {
    const { mount, request, arrival } = readSnakeRequest(ctx);
    const { move, shout } = await mount.answer(request, arrival);
    const response: MoveResponse = shout === undefined ? { move } : { move, shout };
    answerJson(ctx, JSON.stringify(response));
  });
  router.post('/end', ...body, (ctx) => {
    const { mount, request, arrival } = readSnakeRequest(ctx);
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

function readSnakeRequest({ state, request }: Pick<AppContext, 'state' | 'request'>): SnakeRequest {
  const { json, text } = bodyOf({ request });
  return { mount: state.mount!, request: readRequest(json), arrival: { text, at: state.arrivedAt } };
}
