/** The Battlesnake API v1 of whatever snake the request was led to: four routes, relative to its prefix. */
import { Router } from '@koa/router';
import type { Arrival, Mount } from '../snakes/mount.js';
import { readRequest } from '../wire/reader.js';
import type { GameRequest } from '../wire/resources.js';
import type { MoveResponse } from '../wire/responses.js';
import { bodyOf, createBodyMiddleware } from './body.js';
import { answerJson, type AppMiddleware, type AppContext, type AppState } from './context.js';

/** Expects `state.mount`, and the path behind the prefix as the router's path. */
export function createSnakeRoutes(maxBody: number): AppMiddleware {
  const router = new Router<AppState, object>();
  const body = createBodyMiddleware(maxBody);
  router.get('/', (ctx) => answerJson(ctx, JSON.stringify(ctx.state.mount!.info)));
  router.post('/start', ...body, (ctx) => {
    const { mount, request, arrival } = readVisit(ctx);
    mount.start(request, arrival);
    answerJson(ctx, '{}');
  });
  router.post('/move', ...body, async (ctx) => {
    const { mount, request, arrival } = readVisit(ctx);
    const { move, shout } = await mount.answer(request, arrival);
    const response: MoveResponse = shout === undefined ? { move } : { move, shout };
    answerJson(ctx, JSON.stringify(response));
  });
  router.post('/end', ...body, (ctx) => {
    const { mount, request, arrival } = readVisit(ctx);
    mount.end(request, arrival);
    answerJson(ctx, '{}');
  });
  return router.routes();
}

interface GameVisit {
  readonly mount: Mount;
  readonly request: GameRequest;
  readonly arrival: Arrival;
}

function readVisit(visit: Pick<AppContext, 'state' | 'request'>): GameVisit {
  const { json, text } = bodyOf(visit);
  return { mount: visit.state.mount!, request: readRequest(json), arrival: { text, at: visit.state.at } };
}
