import { expect } from 'chai';
import { ClientAddresses } from '../../../src/http/limits/client-address.js';
import { createWatch } from '../../../src/http/page-routes/watch-routes.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/store/game-id.js';
import type { GameListView } from '../../../src/page/api/game.js';
import { LiveFeed } from '../../../src/page/live/live-feed.js';
import { beganEvent, DUEL, gameEvents } from '../../support/journals.js';
import { readLive } from '../../support/live-readers.js';
import { closeServed, serveApp } from '../../support/served.js';
import { until } from '../../support/soon.js';

const OPEN = { game: 'a', snake: '/open', result: 'win', end: { ...DUEL, turn: 1 } } as const;
const HIDDEN = { ...OPEN, game: 'b', snake: '/hidden' } as const;

function idOf(sketch: typeof OPEN | typeof HIDDEN): string {
  return gameIdOf(beganEvent(sketch));
}

describe('what everybody may watch', () => {
  let journal: SqlJournal;
  let feed: LiveFeed;
  let url: string;
  let snakes: readonly string[];
  before(async () => {
    journal = await SqlJournal.open();
    await journal.write([...gameEvents(OPEN), ...gameEvents(HIDDEN)]);
  });
  after(() => journal.close());
  beforeEach(async () => {
    snakes = ['/open'];
    feed = new LiveFeed({
      host: () => ({ at: 0, version: '1', snakes: [] }),
      isPublic: (snake) => snakes.includes(snake),
    });
    // Whoever comes through a proxy is not of this machine.
    const addresses = new ClientAddresses(['127.0.0.1']);
    const files = { script: 'a.js', style: 'a.css', find: () => undefined };
    const watch = createWatch({ feed, journal, files, snakes: () => snakes, addresses });
    ({ url } = await serveApp({ watch }));
  });
  afterEach(async () => {
    feed.close();
    await closeServed();
  });

  const from = (address: string) => get('/api/session', { 'x-forwarded-for': address });
  const get = (path: string, headers: Record<string, string> = {}) => fetch(`${url}/watch${path}`, { headers });

  it('is the page, read-only', async () => {
    const page = await get('/games/x', { accept: 'text/html' });
    expect(await page.text()).to.include('data-base="/watch"');
    expect(await (await get('/api/session')).json()).to.include({ page: 'watch', access: 'open', hasJournal: true });
  });

  it('is the list of public games, without options and code', async () => {
    const list = async (query = '') => (await (await get(`/api/games${query}`)).json()) as GameListView;
    const { games } = await list();
    expect(games.map(({ snake }) => snake)).to.deep.equal(['/open']);
    expect(games[0]).not.to.have.any.keys('options', 'hash');
    expect((await list('?snake=/open')).games).to.have.lengthOf(1);
    expect((await list('?snake=/hidden')).games).to.deep.equal([]);
    expect((await list('?result=loss')).games).to.deep.equal([]);
    expect((await get('/api/games?x=1')).status).to.equal(400);
    snakes = [];
    expect((await list()).games).to.deep.equal([]);
  });

  it('is a public game, and no other', async () => {
    expect((await get(`/api/games/${idOf(OPEN)}/view`)).status).to.equal(200);
    expect((await get(`/api/games/${idOf(OPEN)}/autopsy`)).status).to.equal(200);
    for (const path of ['view', 'autopsy']) {
      expect((await get(`/api/games/${idOf(HIDDEN)}/${path}`)).status, path).to.equal(404);
      expect((await get(`/api/games/b/${path}`)).status, path).to.equal(404);
    }
  });

  it('is the live stream of public games', async () => {
    const reader = await readLive(`${url}/watch/api/live`);
    for (const event of gameEvents({ game: 'c', snake: '/hidden' })) feed.record(event);
    for (const event of gameEvents({ game: 'd', snake: '/open' })) feed.record(event);
    await until(() => JSON.stringify(reader.events).includes('/open'));
    expect(JSON.stringify(reader.events)).not.to.include('/hidden');
    reader.close();
  });

  it('has nothing of the operator’s', async () => {
    for (const path of ['/api/report', '/snakes', '/metrics', '/api/snakes', `/api/games/${idOf(OPEN)}`, '/reload'])
      expect((await get(path)).status, path).to.equal(404);
    const ask = `${url}/watch/api/games/${idOf(OPEN)}/turns/0/ask`;
    expect((await fetch(ask, { method: 'POST' })).status).to.equal(404);
    expect((await get(`/api/games/${idOf(OPEN)}/turns/0/position`)).status).to.equal(404);
  });

  it('is asked for a limited number of times by each address', async () => {
    let answered = 0;
    let { status } = await from('10.0.0.1');
    for (; status === 200 && answered < 3000; answered++) ({ status } = await from('10.0.0.1'));
    // 300 at once, and more with every second that this takes.
    expect(answered).to.be.within(300, 2999);
    expect(status).to.equal(429);
    expect((await from('10.0.0.2')).status).to.equal(200);
  });
});

describe('a host without a page for everybody', () => {
  afterEach(closeServed);

  it('has nothing at /watch', async () => {
    const { url } = await serveApp();
    expect((await fetch(`${url}/watch/api/games`)).status).to.equal(404);
  });
});
