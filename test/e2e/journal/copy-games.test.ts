/** Journals that are copied from one database to another. */
import { expect } from 'chai';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import type { OpenDatabase } from '../../../src/journal/store/tables.js';
import { copyGames, type CopyCounts } from '../../../src/journal/copy-games.js';
import { DATABASES, FILES, type FindAddress } from '../../support/journal-addresses.js';
import { DUEL, gameEvents, turnEvent } from '../../support/journals.js';

const END = { ...DUEL, turn: 3, gone: ['other'] };

/** Games of an experiment and of another snake, some of them lost, one of them long. */
function variedGames(count: number): JournalEvent[][] {
  return Array.from({ length: count }, (_, index) => {
    const variant = index % 2 === 0 ? 'base' : 'candidate';
    const turns = [DUEL, { ...DUEL, turn: 1 }, { ...DUEL, turn: 2 }];
    const assignment = { experiment: 'better', variant, split: 0.5, sides: 's' } as const;
    const sketch = { game: `game ${index} 🐍`, at: 1000 + Math.floor(index / 3), turns, end: END } as const;
    return gameEvents({ ...sketch, result: index % 3 === 0 ? 'loss' : 'win', player: { assignment } });
  });
}

/** A game whose turns stay in pieces. */
function longGame(): JournalEvent[] {
  const [began, , ended] = gameEvents({ game: 'long', at: 5000, result: 'win', end: { ...DUEL, turn: 80 } });
  const turns = Array.from({ length: 80 }, (_, turn) => {
    const event = turnEvent({ game: 'long', at: 5000 }, { ...DUEL, turn });
    return { ...event, body: `${event.body}${' '.repeat(250_000)}` };
  });
  return [began!, ...turns, ended!];
}

/** A row with its bytes as text: they are arrays of one kind in SQLite, and of another in PostgreSQL. */
function plain(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toText(value)]));
}

function toText(value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

async function readAll({ db }: OpenDatabase): Promise<{ readonly games: object[]; readonly chunks: object[] }> {
  const games = await db.selectFrom('games').selectAll().orderBy('id').execute();
  const chunks = await db.selectFrom('chunks').selectAll().orderBy('game_id').orderBy('turn').execute();
  return { games: games.map(plain), chunks: chunks.map(plain) };
}

describe('copyGames', () => {
  const [findFile, findDatabase] = [FILES.use(), DATABASES.use()];
  const opened: OpenDatabase[] = [];
  const open = async (find: FindAddress) => {
    const database = await openDatabase(await find(), 'import');
    opened.push(database);
    return database;
  };
  afterEach(() => Promise.all(opened.splice(0).map(({ db }) => db.destroy())));

  it('copies to PostgreSQL and back, so that rows, turns and reports are equal', async () => {
    const [first, second, third] = [await open(findFile), await open(findDatabase), await open(findFile)];
    const journal = new SqlJournal(first);
    await journal.write([...variedGames(130).flat(), ...longGame()]);
    const counts = { copied: 131, known: 0, running: 0, damaged: 0, isDamaged: false };
    expect(await copyGames(first, second)).to.deep.equal(counts);
    expect(await copyGames(second, third)).to.deep.equal(counts);
    const expected = await readAll(first);
    expect(expected.chunks.length).to.be.greaterThan(1);
    for (const copy of [second, third]) {
      expect((await readAll(copy)).games).to.deep.equal(expected.games);
      expect((await readAll(copy)).chunks).to.deep.equal(expected.chunks);
      expect(await new SqlJournal(copy).report({})).to.deep.equal(await journal.report({}));
    }
  });

  it('resumes where it was cut off, and skips games that are there', async () => {
    const [from, to] = [await open(findFile), await open(findDatabase)];
    await new SqlJournal(from).write(variedGames(230).flat());
    const cut = new Error('cut off');
    const stopped: unknown = await copyGames(from, to, ({ copied }) => {
      if (copied >= 100) throw cut;
    }).catch((thrown: unknown) => thrown);
    expect(stopped).to.equal(cut);
    const seen: CopyCounts[] = [];
    expect(await copyGames(from, to, (counts) => void seen.push(counts))).to.deep.equal({
      copied: 130,
      known: 100,
      running: 0,
      damaged: 0,
      isDamaged: false,
    });
    expect(seen.length).to.be.greaterThan(1);
    expect((await readAll(to)).games).to.deep.equal((await readAll(from)).games);
    expect(await copyGames(from, to)).to.deep.equal({
      copied: 0,
      known: 230,
      running: 0,
      damaged: 0,
      isDamaged: false,
    });
  });

  it('leaves running games, and takes them when they are over', async () => {
    const [from, to] = [await open(findDatabase), await open(findFile)];
    const journal = new SqlJournal(from);
    const [began, ...rest] = gameEvents({ result: 'win', end: { ...DUEL, turn: 1 } });
    await journal.write([began!]);
    expect(await copyGames(from, to)).to.deep.equal({ copied: 0, known: 0, running: 1, damaged: 0, isDamaged: false });
    await journal.write(rest);
    expect(await copyGames(from, to)).to.deep.equal({ copied: 1, known: 0, running: 0, damaged: 0, isDamaged: false });
  });

  it('copies while hosts write to both journals', async () => {
    const [from, to] = [await open(findDatabase), await open(findDatabase)];
    await new SqlJournal(from).write(variedGames(200).flat());
    const writing = [from, to].map(async (database, index) => {
      for (let game = 0; game < 30; game++) {
        const sketch = { snake: `/live${index}`, game: `${game}`, at: 9000 + game, result: 'win' } as const;
        await new SqlJournal(database).write(gameEvents({ ...sketch, end: { ...DUEL, turn: 1 } }));
      }
    });
    const [counts] = await Promise.all([copyGames(from, to), ...writing]);
    expect(counts.copied).to.be.within(200, 230);
    expect(await copyGames(from, to)).to.include({ copied: 230 - counts.copied });
    const { games } = await readAll(to);
    expect(games).to.have.lengthOf(260);
    expect(games).to.deep.include.members((await readAll(from)).games);
  });

  it('takes a batch that two copies write at once only once', async () => {
    const [from, to] = [await open(findFile), await open(findDatabase)];
    await new SqlJournal(from).write(variedGames(200).flat());
    const counts = await Promise.all([1, 2, 3].map(() => copyGames(from, to)));
    expect(counts.reduce((sum, { copied }) => sum + copied, 0)).to.equal(200);
    expect((await readAll(to)).games).to.deep.equal((await readAll(from)).games);
  });
});
