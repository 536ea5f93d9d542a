import { expect } from 'chai';
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { openEmbedded } from '../../../../src/journal/store/embedded.js';
import { gameQuery, gamesQuery } from '../../../../src/journal/journal.js';
import { gameIdOf } from '../../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import type { JournalProcessOptions } from '../../../../src/journal/process/journal-process.js';
import type { JournalListener } from '../../../../src/journal/journal-status.js';
import {
  DUEL,
  endedEvent,
  createJournalProcess,
  gameEvents,
  turnEvent,
  useJournalProcesses,
} from '../../../support/journals.js';
import { soon, until } from '../../../support/soon.js';

/** A listener that counts what a journal reports, and `next`, which waits for one kind of report. */
function createListener() {
  const counts = { written: 0, dropped: 0, failed: 0, unreachable: 0, recovered: 0 };
  const waiting = new Map<string, () => void>();
  const count = (report: keyof typeof counts, by: number) => {
    counts[report] += by;
    waiting.get(report)?.();
  };
  const listener: JournalListener = (report, before) => {
    if (report.kind === 'written') count('written', report.events);
    if (report.kind === 'lost') count(report.why, report.events);
    if (report.kind === 'unreachable' && before?.kind !== 'unreachable') count('unreachable', 1);
    if (report.kind === 'working' && before !== undefined) count('recovered', 1);
  };
  const next = (report: keyof typeof counts) =>
    soon(
      new Promise<void>((resolve) => waiting.set(report, resolve)),
      () => `${report}. So far: ${JSON.stringify(counts)}`,
    );
  return { counts, listener, next };
}

describe('JournalProcess', () => {
  const { folder, create } = useJournalProcesses();
  const start = (name: string, listener: JournalListener, limits: Partial<JournalProcessOptions> = {}) => {
    const journal = create(name, { ...limits, listener });
    void journal.open();
    return journal;
  };

  it('writes events and counts them', async () => {
    const { counts, listener } = createListener();
    const journal = start('a.db', listener);
    for (const event of gameEvents()) journal.record(event);
    await journal.flush();
    expect(counts).to.deep.equal({ written: 2, dropped: 0, failed: 0, unreachable: 0, recovered: 0 });
  });

  it('answers queries', async () => {
    const journal = start('e.db', createListener().listener);
    for (const event of gameEvents({ result: 'win', end: { ...DUEL, turn: 1 } })) journal.record(event);
    await journal.flush();
    const { games } = await journal.listGames({ limit: 5 });
    expect(games.map(({ game }) => game)).to.deep.equal(['game']);
    expect(JSON.parse(await journal.askJson(gamesQuery, { limit: 5 }))).to.deep.equal({ games });
    expect(await journal.askJson(gameQuery, 'none')).to.equal(undefined);
    expect((await journal.findIds('game'))[0]).to.deep.equal(games[0]);
    expect((await journal.findGame(games[0]!.id))!.list).to.have.lengthOf(1);
    expect((await journal.report({})).lines[0]).to.include({ games: 1, wins: 1 });
  });

  it('drops turns if too much is queued, and counts them', async () => {
    const { counts, listener } = createListener();
    const journal = start('b.db', listener, { maxQueuedBytes: 50_000 });
    for (let turn = 0; turn < 500; turn++) journal.record(turnEvent({}, { ...DUEL, turn }));
    await journal.flush();
    expect(counts.dropped).to.be.greaterThan(400);
    expect(counts.written + counts.dropped).to.equal(500);
  });

  it('leaves room for ordinary turns, however many large ones come', async () => {
    const { counts, listener } = createListener();
    const journal = start('large.db', listener, { maxQueuedBytes: 4_000_000 });
    const body = `${turnEvent({}, DUEL).body}${' '.repeat(300_000)}`;
    for (let turn = 0; turn < 10; turn++) journal.record({ ...turnEvent({}, { ...DUEL, turn }), body });
    expect(counts.dropped).to.equal(7);
    for (let turn = 10; turn < 20; turn++) journal.record(turnEvent({}, { ...DUEL, turn }));
    await journal.flush();
    expect(counts).to.include({ written: 13, dropped: 7 });
  });

  it('queues events while the disk refuses, and writes them when it works again', async () => {
    const { counts, listener, next } = createListener();
    // A directory in the place of the file makes every attempt fail.
    mkdirSync(folder.path('c.db'));
    const [unreachable, recovered] = [next('unreachable'), next('recovered')];
    const journal = start('c.db', listener);
    for (const event of gameEvents()) journal.record(event);
    await unreachable;
    rmdirSync(folder.path('c.db'));
    await recovered;
    await journal.flush();
    expect(counts).to.deep.equal({ written: 2, dropped: 0, failed: 0, unreachable: 1, recovered: 1 });
    expect(await journal.findGame(gameIdOf({ snake: '/greedy', game: 'game', you: 'me' }))).to.have.property(
      'moved',
      1,
    );
  });

  /** A journal with an old game, whose table `games` refuses an action. */
  const refusing = async (name: string, action: 'insert' | 'delete') => {
    const path = folder.path(name);
    const before = await SqlJournal.open(path);
    await before.write(gameEvents({ game: 'of 1970', result: 'win', end: { ...DUEL, turn: 1 } }));
    await before.close();
    const { db } = await openEmbedded(path);
    const header = sql`create trigger refusal before ${sql.raw(action)} on games`;
    await sql`${header} begin select raise(abort, 'EIO'); end`.execute(db);
    await db.destroy();
  };

  it('reports once that nothing can be written', async () => {
    await refusing('f.db', 'insert');
    const { counts, listener, next } = createListener();
    const unreachable = next('unreachable');
    const journal = start('f.db', listener);
    for (const event of gameEvents()) journal.record(event);
    await unreachable;
    await journal.close();
    expect(counts).to.deep.equal({ written: 0, dropped: 0, failed: 2, unreachable: 1, recovered: 0 });
  });

  it('keeps writing if old games cannot be deleted, and reports which of the two failed', async () => {
    await refusing('l.db', 'delete');
    const { counts, listener } = createListener();
    const reasons: string[] = [];
    const listen: JournalListener = (report, before) => {
      if (report.kind === 'notForgotten') reasons.push(report.reason);
      listener(report, before);
    };
    const journal = start('l.db', listen, { keepDays: 30 });
    for (const event of gameEvents()) journal.record(event);
    await journal.flush();
    await until(() => reasons.length > 0);
    expect(reasons).to.deep.equal(['EIO']);
    expect(journal.status.kind).to.equal('working');
    expect(counts).to.deep.equal({ written: 2, dropped: 0, failed: 0, unreachable: 0, recovered: 0 });
  });

  it('counts the events that it could not write before it closed', async () => {
    const { counts, listener, next } = createListener();
    mkdirSync(folder.path('d.db'));
    const unreachable = next('unreachable');
    const journal = start('d.db', listener);
    for (const event of gameEvents()) journal.record(event);
    await unreachable;
    await journal.close();
    expect(counts).to.include({ written: 0, failed: 2 });
    rmdirSync(folder.path('d.db'));
  });

  it('reports the games that it could not write before it closed, and why', async () => {
    const losses: unknown[] = [];
    mkdirSync(folder.path('m.db'));
    const { listener, next } = createListener();
    const unreachable = next('unreachable');
    const journal = start('m.db', (report, before) => {
      if (report.kind === 'loss') losses.push(report);
      listener(report, before);
    });
    for (const game of ['one', 'two']) for (const event of gameEvents({ game })) journal.record(event);
    await unreachable;
    await journal.close();
    const { status } = journal;
    const why = status.kind === 'unreachable' ? status.reason : '';
    const reason = `the host stopped before they were written: ${why}`;
    const loss = { events: 4, games: 2, named: ['one', 'two'], reason };
    expect(losses).to.deep.equal([{ kind: 'loss', ...loss }]);
    expect(journal.lost).to.deep.equal(loss);
    rmdirSync(folder.path('m.db'));
  });

  it('tries again when it closes: the disk may have room again', async () => {
    const { counts, listener, next } = createListener();
    mkdirSync(folder.path('n.db'));
    const unreachable = next('unreachable');
    const journal = start('n.db', listener, { closeTimeout: 30_000 });
    for (const event of gameEvents()) journal.record(event);
    await unreachable;
    rmdirSync(folder.path('n.db'));
    await journal.close();
    expect(counts).to.include({ written: 2, failed: 0, dropped: 0 });
    expect(journal.lost).to.equal(undefined);
  });

  it('touches no file before it is opened, and keeps what was recorded until then', async () => {
    const journal = create('g.db');
    for (const event of gameEvents()) journal.record(event);
    const other = start('other.db', createListener().listener);
    for (const event of gameEvents()) other.record(event);
    await other.flush();
    expect(readdirSync(folder.path('.'))).not.to.include('g.db');
    await journal.open();
    await journal.flush();
    expect((await journal.listGames({ limit: 5 })).games).to.have.lengthOf(1);
  });

  it('lets its host start while its disk does not answer, and opens when it does', async () => {
    const blocker = await openEmbedded(folder.path('h.db'));
    await sql`begin exclusive`.execute(blocker.db);
    await sql`create table other (id text)`.execute(blocker.db);
    const { counts, listener, next } = createListener();
    const recovered = next('recovered');
    const journal = create('h.db', { listener, openTimeout: 50 });
    await journal.open();
    expect(counts).to.include({ unreachable: 1, recovered: 0 });
    for (const event of gameEvents()) journal.record(event);
    await sql`commit`.execute(blocker.db);
    await blocker.db.destroy();
    await recovered;
    await journal.flush();
    expect(counts).to.include({ written: 2, recovered: 1 });
  });

  it('fails at once if its folder cannot be created, and keeps trying', async function () {
    if (process.platform !== 'linux') this.skip();
    const { listener, counts } = createListener();
    const journal = createJournalProcess('/proc/nope/x.db', { listener, openTimeout: 600_000 });
    await journal.open();
    expect(counts.unreachable).to.equal(1);
    await journal.close();
  });

  it('sets a file aside that is no database, and begins a new one', async () => {
    const garbage = 'These are my notes. '.repeat(100);
    writeFileSync(folder.path('i.db'), garbage);
    const aside: string[] = [];
    const { counts, listener } = createListener();
    const journal = start('i.db', (report, before) => {
      if (report.kind === 'setAside') aside.push(report.to);
      listener(report, before);
    });
    for (const event of gameEvents()) journal.record(event);
    await journal.flush();
    expect(counts).to.include({ written: 2, unreachable: 0 });
    expect(aside).to.have.lengthOf(1);
    expect(aside[0]).to.match(/i\.db\.set-aside-[\dTZ-]+$/);
    expect(readFileSync(aside[0]!, 'utf8')).to.equal(garbage);
  });

  it('leaves the games of another host alone, and both know of each other', async () => {
    const first = start('j.db', createListener().listener);
    for (const event of gameEvents()) first.record(event);
    await first.flush();
    const others: number[] = [];
    const second = create('j.db', {
      listener: (report) => {
        if (report.kind === 'shared') others.push(report.other.pid);
      },
    });
    await second.open();
    await second.flush();
    expect(others).to.deep.equal([process.pid]);
    expect((await second.listGames({ limit: 5 })).games[0]).not.to.have.property('result');
    await first.close();
    const third = create('j.db');
    await third.open();
    expect((await third.listGames({ limit: 5 })).games[0]).to.include({ result: 'abandoned' });
  });

  it('reports games that were played again under the same ids', async () => {
    const reported: string[] = [];
    const journal = start('k.db', (report) => {
      if (report.kind === 'repeated') reported.push(...report.games.map(({ id, before }) => `${id} after ${before}`));
    });
    const sketch = { result: 'win', end: { ...DUEL, turn: 1 } } as const;
    for (const event of [...gameEvents(sketch), ...gameEvents({ ...sketch, at: 5000 }), endedEvent(sketch)])
      journal.record(event);
    await journal.flush();
    const ref = { snake: '/greedy', game: 'game', you: 'me' };
    expect(reported).to.deep.equal([`${gameIdOf(ref, 2)} after ${gameIdOf(ref)}`]);
  });
});
