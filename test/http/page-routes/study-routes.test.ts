import { expect } from 'chai';
import { addStudyRoutes } from '../../../src/http/page-routes/study-routes.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import type { SnakeView, SnakeStats } from '../../../src/views/plots.js';
import { refusalOf } from '../../support/errors.js';
import { DUEL, gameEvents } from '../../support/journals.js';
import { createMount } from '../../support/mounts.js';
import { closeServed, mountedNow, serveAdmin } from '../../support/served.js';

describe('snakes and experiments of the page', () => {
  let journal: SqlJournal;
  before(async () => {
    journal = await SqlJournal.open();
    for (const [index, snake] of ['/greedy', '/greedy', '/gone/with spaces'].entries())
      await journal.write(gameEvents({ snake, game: `${index}`, result: 'win', end: { ...DUEL, turn: 1 } }));
  });
  after(() => journal.close());
  afterEach(closeServed);

  async function serve(kept: SqlJournal | undefined = journal) {
    const now = mountedNow([createMount('/greedy'), createMount('/new')]);
    const { url } = await serveAdmin({
      extend: (router) => addStudyRoutes(router, { mounts: () => now, journal: kept }),
    });
    return (path: string) => fetch(url + path);
  }

  it('lists snakes that are mounted or have games', async () => {
    const rows = (await (await (await serve())('/api/snakes')).json()) as SnakeView[];
    expect(rows.map(({ prefix, isMounted, games }) => [prefix, isMounted, games])).to.deep.equal([
      ['/gone/with spaces', false, 1],
      ['/greedy', true, 2],
      ['/new', true, 0],
    ]);
  });

  it('lists mounted snakes without a journal, and no experiments', async () => {
    const now = mountedNow([createMount('/greedy')]);
    const { url } = await serveAdmin({
      extend: (router) => addStudyRoutes(router, { mounts: () => now, journal: undefined }),
    });
    const rows = (await (await fetch(`${url}/api/snakes`)).json()) as SnakeView[];
    expect(rows.map(({ prefix, games }) => [prefix, games])).to.deep.equal([['/greedy', 0]]);
    expect(await (await fetch(`${url}/api/experiments`)).json()).to.deep.equal({ live: [], shadows: [], held: [] });
  });

  it('studies a snake by its prefix', async () => {
    const ask = await serve();
    const stats = (await (await ask('/api/snakes/gone/with%20spaces')).json()) as SnakeStats;
    expect(stats.snake).to.equal('/gone/with spaces');
    expect(stats.versions.map(({ games }) => games)).to.deep.equal([1]);
    expect(((await (await ask('/api/snakes/new')).json()) as SnakeStats).versions).to.deep.equal([]);
    const none = (await (await ask('/api/snakes/greedy?opponent=Nobody')).json()) as SnakeStats;
    expect(none.versions).to.deep.equal([]);
  });

  it('refuses what it does not know, with a hint', async () => {
    const ask = await serve();
    expect((await ask('/api/snakes/gredy')).status).to.equal(404);
    expect((await refusalOf(await ask('/api/snakes/gredy'))).message).to.contain('Did you mean "/greedy"?');
    expect(await refusalOf(await ask('/api/experiments?snak=/a'))).to.include({ code: 'invalid_query' });
    expect((await ask('/api/snakes/%e0%a4')).status).to.be.within(400, 404);
  });
});
