/** Journals that are kept as fixtures, one for each change of the tables: see `npm run keep-journal`. */
import { expect } from 'chai';
import { sql } from 'kysely';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { EventWriter } from '../../src/journal/delivery/event-writer.js';
import { openDatabase } from '../../src/journal/open-database.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { createJournalHost } from '../../src/journal/store/hosts.js';
import { findGame, listGames } from '../../src/journal/store/read-games.js';
import { fixture } from '../support/fixtures.js';
import { useFolder } from '../support/journals.js';
import { until } from '../support/soon.js';

const KEPT = readdirSync(fixture('journals'));

describe('a kept journal', () => {
  const folder = useFolder();
  const copy = (kept: string, name: string) => {
    const path = folder.path(name);
    writeFileSync(path, gunzipSync(readFileSync(fixture(`journals/${kept}`))));
    return path;
  };

  it('exists for every change of the tables', async () => {
    const path = folder.path('new.db');
    await (await SqlJournal.open(path)).close();
    const { db } = await openDatabase(path, 'read');
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    await db.destroy();
    expect(KEPT).to.deep.equal(rows.map(({ name }) => `${name}.db.gz`));
  });

  for (const kept of KEPT) {
    it(`is read: games, results, turns and ratings (${kept})`, async () => {
      const path = copy(kept, 'journal.db');
      await (await SqlJournal.open(path)).close();
      const { db } = await openDatabase(path, 'read');
      const { games } = await listGames(db, { limit: 5 });
      const facts = games.map(({ game, result, rank, turns, died }) => [game, result, rank, turns, died]);
      expect(facts).to.deep.equal([
        ['open', 'abandoned', undefined, 1, undefined],
        ['lost', 'loss', 2, 70, 1],
        ['won', 'win', 1, 8, undefined],
      ]);
      expect((await findGame(db, games[0]!.id))!.list.map(({ turn }) => turn)).to.deep.equal([0, 1]);
      expect((await findGame(db, games[2]!.id))!.list.map(({ turn }) => turn)).to.deep.equal([0]);
      const ratings = await db.selectFrom('ratings').select(['snake', 'score']).execute();
      expect(ratings).to.deep.equal([{ snake: '/greedy', score: 50 }]);
      await db.destroy();
    });

    it(`is delivered as a spool: what waited arrives once (${kept})`, async () => {
      const [path, url] = [copy(kept, 'spool.db'), folder.path('elsewhere.db')];
      let delivered = 0;
      const retention = { keepDays: 36_500, keepMb: 1024 };
      const writer = new EventWriter(
        { path, url, host: createJournalHost(), retention, now: Date.now(), finished: 0 },
        {
          report: ({ kind }) => void (kind === 'delivery' && delivered++),
          done() {},
          spooled() {},
          openGames: () => Promise.resolve([]),
        },
      );
      writer.start();
      await until(() => delivered > 0);
      await writer.close();
      const { db } = await openDatabase(url, 'read');
      const { games } = await listGames(db, { limit: 5 });
      expect(games.map(({ game }) => game)).to.deep.equal(['waits']);
      expect((await findGame(db, games[0]!.id))!.list).to.have.lengthOf(1);
      await db.destroy();
    });
  }
});
