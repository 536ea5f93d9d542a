/** Analyses from the page: what is checked before anything is searched. */
import { expect } from 'chai';
import { addAnalysisRoutes } from '../../../src/http/page-routes/analysis-routes.js';
import type { AnalysisView } from '../../../src/views/live.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const ID = '0123456789abcdef';

describe('analyses on the admin port', () => {
  afterEach(closeServed);

  it('are started for given games, shown and cancelled', async () => {
    const calls: unknown[] = [];
    const view: AnalysisView = { games: [ID], searched: 3, total: 9 };
    const analyses = {
      view,
      add: (ids: readonly string[]) => void calls.push(ids),
      cancel: () => Promise.resolve(void calls.push('cancel')),
    };
    const { url } = await serveAdmin({ extend: (router) => addAnalysisRoutes(router, analyses) });
    const post = (body: unknown, type = 'application/json') =>
      fetch(`${url}/api/analysis`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } });
    expect(await (await fetch(`${url}/api/analysis`)).json()).to.deep.equal(view);
    const started = await post({ games: [ID, ID] });
    expect([started.status, await started.json()]).to.deep.equal([202, view]);
    const wrong = [undefined, {}, { games: [] }, { games: ['../x'] }, { games: [1] }, { games: Array(21).fill(ID) }];
    for (const body of wrong) expect((await post(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await post({ games: [ID] }, 'text/plain')).status).to.equal(400);
    expect((await fetch(`${url}/api/analysis`, { method: 'DELETE' })).status).to.equal(204);
    expect(calls).to.deep.equal([[ID, ID], 'cancel']);
  });
});
