/** What can be known and saved of a journal whose file has damaged pages; and one that another version wrote. */
import { expect } from 'chai';
import { sql } from 'kysely';
import { messageOf } from '../../src/errors/errors.js';
import { openDatabase } from '../../src/journal/open-database.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { openEmbedded } from '../../src/journal/store/embedded.js';
import { findDamage } from '../../src/journal/store/sqlite-file.js';
import { copyGames } from '../../src/journal/copy-games.js';
import { damagePagesWith } from '../support/damage.js';
import { DUEL, gameEvents, useFolder } from '../support/journals.js';

const GAMES = 200;
const HURT = 'ended-150.';

describe('a journal with damaged pages', () => {
  const folder = useFolder();
  before(async () => {
    const journal = await SqlJournal.open(folder.path('games.db'));
    for (let game = 0; game < GAMES; game++)
      await journal.write(gameEvents({ game: `ended-${game}.`, result: 'win', end: { ...DUEL, turn: 1 } }));
    await journal.close();
    damagePagesWith(folder.path('games.db'), HURT);
  });

  it('is found to be damaged, and whole where it is', async () => {
    expect(await findDamage(folder.path('games.db'), 'integrity_check')).not.to.deep.equal([]);
    const whole = folder.path('whole.db');
    await (await SqlJournal.open(whole)).close();
    expect(await findDamage(whole, 'integrity_check')).to.deep.equal([]);
  });

  it('is copied without these', async () => {
    const from = await openDatabase(folder.path('games.db'), 'read');
    const to = await openDatabase(folder.path('saved.db'), 'import');
    const counts = await copyGames(from, to);
    await from.db.destroy();
    await to.db.destroy();
    expect(counts.copied).to.be.within(GAMES - 20, GAMES - 1);
    expect(counts.damaged).to.be.within(1, GAMES - counts.copied);
    const saved = await SqlJournal.read(folder.path('saved.db'));
    expect((await saved.listGames({ limit: 500 })).games).to.have.lengthOf(counts.copied);
    await saved.close();
  });
});

describe('a journal of another version', () => {
  const folder = useFolder();

  it('is refused in a sentence, also by those who only read', async () => {
    const path = folder.path('later.db');
    await (await SqlJournal.open(path)).close();
    for (const name of ['9999_later', '0000_earlier']) {
      const { db } = await openEmbedded(path);
      await sql`update kysely_migration set name = ${name}
        where name = (select max(name) from kysely_migration)`.execute(db);
      await db.destroy();
      for (const mode of ['read', 'import', 'write'] as const) {
        const refusal: unknown = await openDatabase(path, mode).catch((thrown: unknown) => thrown);
        const remedy = 'upgrade this one, or use another journal';
        expect(messageOf(refusal)).to.equal(
          `a newer version of Serpentarium changed its tables ("${name}"): ${remedy}`,
        );
      }
    }
  });
});
