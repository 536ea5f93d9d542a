/** The official viewer's socket on a real host, for a game that ends and for a host that does. */
import { expect } from 'chai';
import { killProcesses, newJournal, spawnHost } from '../../support/host-process.js';
import { climbingOn } from '../../support/journals.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';
import { viewGame } from '../../support/viewers.js';

const SNAKES = [{ prefix: '/a', strategy: 'good', isolation: 'inline' }];

const statusOf = async (address: string) => (await fetch(address)).status;

describe('a game of a host in the viewer', () => {
  after(killProcesses);

  it('is sent as it goes, and ends first when the host drains', async () => {
    const journal = newJournal();
    const host = await spawnHost({ snakes: SNAKES, server: { drain: 500, grace: 5000 }, journal });
    const post = async (action: string, turn: number, game = 'g', gone: string[] = []) => {
      const body = JSON.stringify(sketchRequest({ game, turn, snakes: climbingOn(turn), gone }));
      expect((await fetch(`${host.url}/a/${action}`, { method: 'POST', body })).status).to.equal(200);
    };
    const games = `${host.admin}/games`;
    await post('start', 0);
    await post('move', 0);
    await until(async () => (await statusOf(`${games}/g`)) === 200);
    const viewing = await viewGame(`${games}/g/events`);
    await until(() => viewing.turns.length === 1);
    await post('move', 1);
    await until(() => viewing.turns.length === 2);
    await post('end', 2, 'g', ['other']);
    expect(await viewing.closed).to.equal(1000);
    expect(viewing.turns).to.deep.equal([0, 1, 2]);
    expect(viewing.messages.at(-2)!.Data.Snakes.map(({ ID, Death }) => [ID, Death?.Turn])).to.deep.equal([
      ['me', undefined],
      ['other', 2],
    ]);

    await post('move', 0, 'h');
    await until(async () => (await statusOf(`${games}/h`)) === 200);
    const cut = await viewGame(`${games}/h/events`);
    await until(() => cut.turns.length === 1);
    host.signal('SIGTERM');
    expect(await cut.closed).to.equal(1001);
    expect((await host.ended).code).to.equal(0);
  });
});
