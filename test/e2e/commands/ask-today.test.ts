/** “Ask today’s strategy” of the page, on a real host. */
import { expect } from 'chai';
import type { GameListView } from '../../../src/views/game.js';
import { killProcesses, newJournal, spawnHost } from '../../support/host-process.js';
import { DUEL } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

describe('today’s strategy', () => {
  after(killProcesses);

  it('is asked about a recorded turn, and other snakes are', async () => {
    const snakes = [
      { prefix: '/a', strategy: 'good', isolation: 'inline' },
      { prefix: '/broken', strategy: 'throw' },
    ];
    const host = await spawnHost({ snakes, journal: newJournal() });
    for (const [turn, action] of ['start', 'move', 'move', 'end'].entries()) {
      const body = JSON.stringify(sketchRequest({ ...DUEL, game: 'g', turn }));
      expect((await fetch(`${host.url}/a/${action}`, { method: 'POST', body })).status).to.equal(200);
    }
    const list = async () => (await (await fetch(`${host.admin}/api/games`)).json()) as GameListView;
    await until(async () => (await list()).games[0]?.endedAt !== undefined);
    const ask = (body: object) =>
      fetch(`${host.admin}/api/games/g/turns/1/ask`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const [first, second] = await Promise.all([ask({}), ask({})]);
    expect([first.status, second.status]).to.have.members([200, 429]);
    const answer: unknown = await (first.status === 200 ? first : second).json();
    expect(answer).to.include({ snake: '/a', kind: 'moved', source: 'strategy' });
    expect(await (await ask({ snake: '/broken' })).json()).to.include({ kind: 'failed', source: 'safe' });
    const unknown = await ask({ snake: '/none' });
    expect([unknown.status, await unknown.text()]).to.deep.equal([
      400,
      '{"error":{"code":"cannot_ask","message":"no snake \\"/none\\" is mounted. Choose one of /a, /broken."}}',
    ]);
    // Asking leaves no trace: no game more, no process more.
    expect((await list()).games).to.have.lengthOf(1);
  });
});
