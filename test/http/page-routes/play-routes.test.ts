/** Local games from the page: what is checked before anything is played. */
import { expect } from 'chai';
import { addPlayRoutes } from '../../../src/http/page-routes/play-routes.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const GOOD = { snakes: ['/greedy', '/greedy'], size: 11, pause: 0 };

describe('local games on the admin port', () => {
  afterEach(closeServed);

  it('start with what is chosen, one at a time, and stop', async () => {
    const calls: unknown[] = [];
    let kind: 'started' | 'busy' = 'started';
    const games = {
      snakes: [{ prefix: '/greedy', name: 'greedy', options: {} }],
      start(request: unknown) {
        calls.push(request);
        return Promise.resolve(kind === 'started' ? { kind, game: 'g' } : { kind });
      },
      stop: () => Promise.resolve(void calls.push('stop')),
    };
    const { url } = await serveAdmin({ extend: (router) => addPlayRoutes(router, games) });
    const post = (body: unknown, type = 'application/json') =>
      fetch(`${url}/api/play`, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': type } });
    expect(await (await fetch(`${url}/api/play`)).json()).to.deep.equal({
      snakes: [{ prefix: '/greedy', name: 'greedy' }],
    });
    const started = await post(GOOD);
    expect([started.status, await started.json()]).to.deep.equal([202, { game: 'g' }]);
    const wrong = [
      undefined,
      { ...GOOD, snakes: [] },
      { ...GOOD, snakes: Array(9).fill('/greedy') },
      { ...GOOD, snakes: [1] },
      { ...GOOD, size: 100 },
      { ...GOOD, pause: -1 },
      { ...GOOD, pause: 1e9 },
      { ...GOOD, from: 'g' },
      { ...GOOD, from: { game: 'g' } },
      { ...GOOD, from: { game: 'g', turn: 3, move: 'back' } },
    ];
    for (const body of wrong) expect((await post(body)).status, JSON.stringify(body)).to.equal(400);
    expect((await post(GOOD, 'text/plain')).status).to.equal(400);
    expect(calls).to.deep.equal([GOOD]);
    const from = { game: 'g', turn: 3, move: 'up' };
    expect((await post({ ...GOOD, from })).status).to.equal(202);
    expect(calls.pop()).to.deep.equal({ snakes: GOOD.snakes, pause: 0, from });
    kind = 'busy';
    expect((await post(GOOD)).status).to.equal(429);
    expect((await fetch(`${url}/api/play`, { method: 'DELETE' })).status).to.equal(204);
    expect(calls).to.deep.equal([GOOD, GOOD, 'stop']);
  });
});
