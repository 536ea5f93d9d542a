/** What can be known and saved of a journal whose file has damaged pages; and one that a later release wrote. */
import { expect } from 'chai';
import { sql } from 'kysely';
import { messageOf } from '../../../src/errors.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { gameIdOf } from '../../../src/journal/store/game-id.js';
import { checkGames, type JournalFlaw } from '../../../src/journal/upkeep/check-games.js';
import { copyGames } from '../../../src/journal/upkeep/copy-games.js';
import { damagePagesWith } from '../../support/damage.js';
import { DUEL, gameEvents, useFolder } from '../../support/journals.js';

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

  it('is checked to its end: the games that are damaged are named, the others are well', async () => {
    const { db } = await openDatabase(folder.path('games.db'), 'read');
    const flaws: JournalFlaw[] = [];
    const { games } = await checkGames(db, { flaw: (flaw) => void flaws.push(flaw), progress() {} });
    await db.destroy();
    const named = new Set(flaws.map(({ of }) => of));
    expect(games).to.be.within(GAMES - 10, GAMES);
    expect([...named]).to.include(gameIdOf({ snake: '/greedy', game: HURT, you: 'me' }));
    expect(named.size).to.be.within(1, 20);
  });

  it('is copied but for these', async () => {
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

describe('a journal of a later release', () => {
  const folder = useFolder();

  it('is refused in a sentence, also by those who only read', async () => {
    const path = folder.path('later.db');
    await (await SqlJournal.open(path)).close();
    const { db } = await openEmbedded(path);
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'now')`.execute(db);
    await db.destroy();
    for (const mode of ['read', 'import', 'write'] as const) {
      const refusal: unknown = await openDatabase(path, mode).catch((thrown: unknown) => thrown);
      expect(messageOf(refusal)).to.equal('a later release of Serpentarium wrote it ("9999_later"): update this one');
    }
  });
});
