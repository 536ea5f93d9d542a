/** The Battlesnake API v1 of whatever snake the request was led to: four routes, relative to its prefix. */
import { Router } from '@koa/router';
import type { Arrival, Mount } from '../snakes/mount.js';
import { readRequest } from '../wire/reader.js';
import type { GameRequest } from '../wire/resources.js';
import type { MoveResponse } from '../wire/responses.js';
import { bodyOf, createBodyLayers } from './body.js';
import { answerJson, type Layer, type Visit, type VisitState } from './visit.js';

/** Expects `state.mount`, and the path behind the prefix as the router's path. */
export function createSnakeRoutes(maxBody: number): Layer {
  const router = new Router<VisitState, object>();
  const body = createBodyLayers(maxBody);
  router.get('/', (visit) => answerJson(visit, JSON.stringify(visit.state.mount!.info)));
  router.post('/start', ...body, (visit) => {
    const { mount, request, arrival } = readVisit(visit);
    mount.start(request, arrival);
    answerJson(visit, '{}');
  });
  router.post('/move', ...body, async (visit) => {
    const { mount, request, arrival } = readVisit(visit);
    const { move, shout } = await mount.answer(request, arrival);
    const response: MoveResponse = shout === undefined ? { move } : { move, shout };
    answerJson(visit, JSON.stringify(response));
  });
  router.post('/end', ...body, (visit) => {
    const { mount, request, arrival } = readVisit(visit);
    mount.end(request, arrival);
    answerJson(visit, '{}');
  });
  return router.routes();
}

interface GameVisit {
  readonly mount: Mount;
  readonly request: GameRequest;
  readonly arrival: Arrival;
}

function readVisit(visit: Pick<Visit, 'state' | 'request'>): GameVisit {
  const { json, text } = bodyOf(visit);
  return { mount: visit.state.mount!, request: readRequest(json), arrival: { text, at: visit.state.at } };
}
