import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { openSqliteFile } from '../../../src/journal/store/sqlite-file.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { isUnavailable } from '../../../src/journal/is-unavailable.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, gameEvents, useFolder } from '../../support/journals.js';

describe('an embedded database', () => {
  const folder = useFolder();

  it('refuses a whole batch when it is full, with that reason, and takes the batch when there is room', async () => {
    const path = folder.path('full.db');
    await (await SqlJournal.open(path)).close();
    const embedded = await openEmbedded(path);
    const journal = new SqlJournal(embedded);
    const limit = (pages: number) => sql.raw(`PRAGMA max_page_count = ${pages}`).execute(embedded.db);
    const batch = Array.from({ length: 200 }, (_, game) => gameEvents({ game: `${game}` })).flat();
    await limit(1);
    const refusal: unknown = await journal.write(batch).catch((thrown: unknown) => thrown);
    expect(refusal).to.be.instanceOf(Error).with.property('message').that.includes('full');
    expect(isUnavailable(refusal)).to.equal(true);
    expect((await journal.listGames({ limit: 500 })).games).to.deep.equal([]);
    await limit(100_000);
    await journal.write(batch);
    expect((await journal.listGames({ limit: 500 })).games).to.have.lengthOf(200);
    await journal.close();
  });

  it('returns the space of deleted games to the file system, and leaves no long log of changes', async () => {
    const path = folder.path('shrinks.db');
    const journal = await SqlJournal.open(path);
    const end = { ...DUEL, turn: 1 };
    for (let batch = 0; batch < 10; batch++) {
      const games = Array.from({ length: 100 }, (_, game) => {
        const turns = [
          { ...DUEL, snakes: [DUEL.snakes![0]!, { ...DUEL.snakes![1]!, shout: randomBytes(6000).toString('base64') }] },
        ];
        return gameEvents({ game: `${batch} ${game}`, turns, result: 'win', end });
      });
      await journal.write(games.flat());
    }
    const sizes = () => [path, `${path}-wal`].map((file) => statSync(file).size / 2 ** 20);
    expect(sizes()[0]).to.be.above(6);
    await journal.forget({ keepDays: 36_500, keepMb: 2 }, Date.now());
    const [kept, log] = sizes();
    expect(kept).to.be.below(3);
    expect(log).to.be.at.most(5);
    await journal.close();
  });

  it('is unavailable to a query that reads while another program has its file locked', async () => {
    const path = folder.path('locked.db');
    const other = await openSqliteFile(path, 'write');
    other.exec('PRAGMA journal_mode = DELETE');
    other.exec('CREATE TABLE kept (id INTEGER)');
    const own = await openSqliteFile(path, 'read');
    own.exec('PRAGMA busy_timeout = 0');
    const query = own.prepare('SELECT id FROM kept');
    other.exec('BEGIN EXCLUSIVE');
    for (const read of [() => query.all(), () => [...query.iterate()]]) {
      const refusal = refusalOf(read);
      expect(refusal).to.be.instanceOf(Error).with.property('message', 'database is locked');
      expect(isUnavailable(refusal)).to.equal(true);
    }
    other.exec('COMMIT');
    expect(own.prepare('SELECT id FROM kept').all()).to.deep.equal([]);
    own.close();
    other.close();
  });

  it('opens with an unreadable game in it, and drops that game’s turns', async () => {
    const path = folder.path('unreadable.db');
    const before = await SqlJournal.open(path);
    await before.write([...gameEvents({ game: 'sound' }), ...gameEvents({ game: 'unreadable' })]);
    await before.close();
    const { db } = await openEmbedded(path);
    const id = gameIdOf({ snake: '/greedy', game: 'unreadable', you: 'me' });
    await db
      .updateTable('chunks')
      .set({ packed: Buffer.from('neither is this') })
      .where('game_id', '=', id)
      .execute();
    await db.destroy();
    const journal = await SqlJournal.open(path);
    const { games } = await journal.listGames({ limit: 5 });
    expect(games.map(({ game, result }) => `${game} ${result}`)).to.have.members([
      'sound abandoned',
      'unreadable abandoned',
    ]);
    expect((await journal.findGame(id))!.list).to.deep.equal([]);
    await journal.close();
  });
});

function refusalOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (thrown) {
    return thrown;
  }
}
