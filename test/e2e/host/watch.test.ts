/** The page for everybody, on a real host. */
import { expect } from 'chai';
import { join } from 'node:path';
import type { GameListView } from '../../../src/page/api/game.js';
import type { LiveSnapshot } from '../../../src/page/api/live.js';
import { killProcesses, spawnHost, writeFolder } from '../../support/host-process.js';
import { readLive } from '../../support/live-readers.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const SNAKES = [
  { id: 'me', name: 'Me', body: '5,5 5,4 5,3' },
  { id: 'other', name: 'Other', body: '1,1 1,2 1,3' },
] as const;

describe('the page for everybody of a host', () => {
  after(killProcesses);

  for (const [watch, shown] of [
    [true, ['/open']],
    [['/keyed'], ['/keyed']],
  ] as const) {
    it(`shows ${shown.join()} if "watch" is ${JSON.stringify(watch)}`, async () => {
      const host = await spawnHost({
        snakes: [
          { prefix: '/open', strategy: 'good', isolation: 'inline' },
          { prefix: '/keyed', strategy: 'good', isolation: 'inline', key: 'a-long-secret' },
        ],
        server: { watch, admin: 'off' },
        journal: { path: join(writeFolder({}), 'watch.db') },
      });
      for (const [prefix, query] of [
        ['/open', ''],
        ['/keyed', '?key=a-long-secret'],
      ] as const) {
        for (const [action, turn] of [
          ['start', 0],
          ['move', 0],
        ] as const) {
          const body = JSON.stringify(sketchRequest({ game: `game of ${prefix}`, turn, snakes: SNAKES }));
          const response = await fetch(`${host.url}${prefix}/${action}${query}`, { method: 'POST', body });
          expect(response.status).to.equal(200);
        }
      }
      const list = async () => (await (await fetch(`${host.url}/watch/api/games`)).json()) as GameListView;
      await until(async () => (await list()).games.length > 0);
      expect((await list()).games.map(({ snake }) => snake)).to.deep.equal(shown);
      const reader = await readLive(`${host.url}/watch/api/live`);
      await until(() => JSON.stringify(reader.events).includes('game of'));
      const { host: seen } = reader.events[0]!.data as LiveSnapshot;
      expect(seen.snakes.map(({ prefix }) => prefix)).to.deep.equal(shown);
      expect(seen).to.have.all.keys('at', 'version', 'snakes');
      const hidden = shown[0] === '/open' ? '/keyed' : '/open';
      expect(JSON.stringify(reader.events)).not.to.include(`game of ${hidden}`);
      reader.close();
      expect((await fetch(`${host.url}/watch/api/report`)).status).to.equal(404);
    });
  }
});
