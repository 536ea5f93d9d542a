/** What the public port tells beside its snakes: an index of them, as JSON or as a page, and health. */
import { Router } from '@koa/router';
import type { Mount } from '../snakes/mount.js';
import { addHealthRoutes } from './health.js';
import { INDEX_PAGE_POLICY, renderIndexPage, type Index } from './index-page.js';
import { answerJson, type Layer, type Readiness, type VisitState } from './visit.js';

/** What the public routes are made of. */
export interface PublicParts {
  readonly mounts: readonly Mount[];
  /** Version of the host, for the index. */
  readonly version: string;
  /** Looked at by `/readyz`. */
  readonly readiness: () => Readiness;
}

export function createPublicRoutes(parts: PublicParts): Layer {
  const router = new Router<VisitState, object>();
  router.get('/', (visit) => {
    const index = toIndex(parts);
    visit.vary('Accept');
    if (visit.accepts('json', 'html') !== 'html') return answerJson(visit, JSON.stringify(index));
    visit.set('Content-Security-Policy', INDEX_PAGE_POLICY);
    visit.type = 'html';
    visit.body = renderIndexPage(index);
  });
  addHealthRoutes(router, parts.readiness);
  return router.routes();
}

function toIndex({ mounts, version }: PublicParts): Index {
  const snakes = mounts.map(({ prefix, name, info }) => {
    const { color, head, tail } = info;
    return { prefix, name, color, head, tail };
  });
  return { name: 'serpentarium', version, snakes };
}
