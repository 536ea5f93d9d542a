import { expect } from 'chai';
import { mkdirSync, rmdirSync } from 'node:fs';
import { sql } from 'kysely';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { gameIdOf } from '../../../src/journal/store/game-id.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { ThreadJournal, type JournalListener } from '../../../src/journal/thread/thread-journal.js';
import { DUEL, gameEvents, turnEvent, useFolder } from '../../support/journals.js';
import { soon } from '../../support/soon.js';

/** A listener that counts what a journal reports, and `next`, which waits for one kind of report. */
function createListener() {
  const counts = { written: 0, dropped: 0, failed: 0, writeFailed: 0, recovered: 0 };
  const waiting = new Map<string, () => void>();
  const count = (report: keyof typeof counts, by: number) => {
    counts[report] += by;
    waiting.get(report)?.();
  };
  const events: JournalListener = {
    written: (number) => count('written', number),
    lost: (number, why) => count(why, number),
    writeFailed: () => count('writeFailed', 1),
    recovered: () => count('recovered', 1),
    forgotten() {},
  };
  const next = (report: keyof typeof counts) =>
    soon(
      new Promise<void>((resolve) => waiting.set(report, resolve)),
      () => `${report}. So far: ${JSON.stringify(counts)}`,
    );
  return { counts, events, next };
}

describe('ThreadJournal', () => {
  const folder = useFolder();
  const open: ThreadJournal[] = [];
  const start = (name: string, events: JournalListener, maxQueuedCharacters?: number) => {
    const retention = { keepDays: 30, keepMb: 1024 };
    const journal = new ThreadJournal({
      path: folder.path(name),
      ...retention,
      events,
      ...(maxQueuedCharacters && { maxQueuedCharacters }),
    });
    open.push(journal);
    return journal;
  };
  afterEach(() => Promise.all(open.splice(0).map((journal) => journal.close())));

  it('writes events and counts them', async () => {
    const { counts, events } = createListener();
    const journal = start('a.db', events);
    for (const event of gameEvents()) journal.record(event);
    await journal.flush();
    expect(counts).to.deep.equal({ written: 2, dropped: 0, failed: 0, writeFailed: 0, recovered: 0 });
  });

  it('answers queries', async () => {
    const journal = start('e.db', createListener().events);
    for (const event of gameEvents({ result: 'win', end: { ...DUEL, turn: 1 } })) journal.record(event);
    await journal.flush();
    const { games } = await journal.listGames({ limit: 5 });
    expect(games.map(({ game }) => game)).to.deep.equal(['game']);
    expect((await journal.findIds('game'))[0]).to.deep.equal(games[0]);
    expect((await journal.findGame(games[0]!.id))!.list).to.have.lengthOf(1);
    expect((await journal.report({})).lines[0]).to.include({ games: 1, wins: 1 });
  });

  it('drops turns if too much is queued, and counts them', async () => {
    const { counts, events } = createListener();
    const journal = start('b.db', events, 50_000);
    for (let turn = 0; turn < 500; turn++) journal.record(turnEvent({}, { ...DUEL, turn }));
    await journal.flush();
    expect(counts.dropped).to.be.greaterThan(400);
    expect(counts.written + counts.dropped).to.equal(500);
  });

  it('queues events while the disk refuses, and writes them when it works again', async () => {
    const { counts, events, next } = createListener();
    // A directory in the place of the file makes every attempt fail.
    mkdirSync(folder.path('c.db'));
    const [writeFailed, recovered] = [next('writeFailed'), next('recovered')];
    const journal = start('c.db', events);
    for (const event of gameEvents()) journal.record(event);
    await writeFailed;
    rmdirSync(folder.path('c.db'));
    await recovered;
    await journal.flush();
    expect(counts).to.deep.equal({ written: 2, dropped: 0, failed: 0, writeFailed: 1, recovered: 1 });
    expect(await journal.findGame(gameIdOf({ snake: '/greedy', game: 'game', you: 'me' }))).to.have.property(
      'moved',
      1,
    );
  });

  it('reports trouble once, with old games or with new ones', async () => {
    const path = folder.path('f.db');
    const before = await SqlJournal.open(path);
    await before.write(gameEvents({ game: 'of 1970', result: 'win', end: { ...DUEL, turn: 1 } }));
    await before.close();
    const { db } = await openEmbedded(path);
    for (const action of ['insert', 'delete']) {
      const header = sql`create trigger ${sql.ref(`no ${action}`)} before ${sql.raw(action)} on games`;
      await sql`${header} begin select raise(abort, 'EIO'); end`.execute(db);
    }
    await db.destroy();
    const { counts, events, next } = createListener();
    const writeFailed = next('writeFailed');
    const journal = start('f.db', events);
    await writeFailed;
    for (const event of gameEvents()) journal.record(event);
    await journal.close();
    expect(counts).to.deep.equal({ written: 0, dropped: 0, failed: 2, writeFailed: 1, recovered: 0 });
  });

  it('counts the events that it could not write before it closed', async () => {
    const { counts, events, next } = createListener();
    mkdirSync(folder.path('d.db'));
    const writeFailed = next('writeFailed');
    const journal = start('d.db', events);
    for (const event of gameEvents()) journal.record(event);
    await writeFailed;
    await journal.close();
    expect(counts).to.include({ written: 0, failed: 2 });
    rmdirSync(folder.path('d.db'));
  });
});
