import { expect } from 'chai';
import { sql } from 'kysely';
import { copyFileSync } from 'node:fs';
import { Backoff } from '../../../src/processes/timing.js';
import { type JournalEvent, gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { Delivery } from '../../../src/journal/delivery/delivery.js';
import { JournalTarget } from '../../../src/journal/delivery/journal-target.js';
import type { JournalReport } from '../../../src/journal/journal-status.js';
import { createJournalHost, type JournalHost } from '../../../src/journal/store/hosts.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { openCuttingProxy } from '../../support/cutting-proxy.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent, useFolder } from '../../support/journals.js';
import { onEveryDatabase, onPostgres } from '../../support/journal-addresses.js';
import { openSpool, type TestSpool } from '../../support/spools.js';
import { usePostgres } from '../../support/servers/postgres.js';
import { until } from '../../support/soon.js';

const RETENTION = { keepDays: 36_500, keepMb: 1024 };
const QUICK = { least: 5, most: 20 };

/** A whole game of some turns. Were it delivered twice, the journal would have two of it. */
const wholeGame = (game: string, turns = 3): JournalEvent[] =>
  gameEvents({
    game,
    turns: Array.from({ length: turns }, (_, turn) => ({ ...DUEL, turn })),
    result: 'win',
    end: { ...DUEL, turn: turns, gone: ['other'] },
  });

interface Setting {
  readonly address: string;
  readonly spool: TestSpool;
  readonly host?: JournalHost;
  readonly openGames?: readonly JournalEvent[];
}

/** Delivers until the spool is empty, and returns what was reported. */
function startDelivery({ address, spool, host = createJournalHost(), openGames = [] }: Setting) {
  const counts = { delivered: 0, failed: 0, unreachable: 0, bad: 0, repeated: 0 };
  const reasons: string[] = [];
  const report = (said: JournalReport) => {
    if (said.kind === 'delivery') counts[said.outcome]++;
    if (said.kind === 'unreachable') {
      counts.unreachable++;
      reasons.push(said.reason);
    }
    if (said.kind === 'repeated') counts.repeated += said.games.length;
  };
  const delivery = new Delivery({
    source: {
      readOldest: () => spool.readOldest(),
      remove(batches, { failed }) {
        counts.bad += failed.length;
        return spool.remove(batches);
      },
      count: async () => (await spool.content()).entries,
    },
    target: new JournalTarget({
      store: 'database',
      address,
      host,
      retention: RETENTION,
      report,
      openGames: () => Promise.resolve(openGames),
      failed() {},
      clock: Date.now,
    }),
    backoff: new Backoff(QUICK),
    attempts: 2,
    report,
    failed() {},
  });
  delivery.start();
  return { counts, reasons, delivery, isDone: () => until(async () => (await spool.content()).entries === 0) };
}

type Kept = readonly [game: string, turns: readonly number[], result: string | undefined];

/** The games of a journal by name. */
async function listKept(address: string): Promise<Kept[]> {
  const journal = await SqlJournal.read(address);
  const { games } = await journal.listGames({ limit: 500 });
  const kept = await Promise.all(games.map(({ id }) => journal.findGame(id)));
  await journal.close();
  return kept
    .map((game): Kept => [game!.game, game!.list.map(({ turn }) => turn), game!.result])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

onEveryDatabase('Delivery', (find) => {
  const folder = useFolder();
  let number = 0;
  let address: string;
  let file: string;
  let spool: TestSpool;
  beforeEach(async () => {
    address = await find(`delivery-${++number}.db`);
    file = folder.path(`spool-${number}.db`);
    spool = await openSpool(file);
  });
  afterEach(() => spool.close());

  it('delivers what an earlier host has left, and then what the present one records', async () => {
    const gone = createJournalHost();
    await spool.append(gone.id, [beganEvent(), turnEvent({}, DUEL)]);
    const host = createJournalHost();
    const again = { at: 5000 };
    await spool.append(host.id, [beganEvent(again, { ...DUEL, turn: 1 }), turnEvent(again, { ...DUEL, turn: 1 })]);
    const { isDone, delivery } = startDelivery({ address, spool, host });
    await isDone();
    await spool.append(host.id, [endedEvent({ at: 6000, result: 'win', end: { ...DUEL, turn: 2 } })]);
    delivery.wake();
    await isDone();
    await delivery.close(5000);
    expect(await listKept(address)).to.deep.equal([['game', [0, 1], 'win']]);
  });

  it('writes a batch without its bad event', async () => {
    const bad = { ...beganEvent({ game: 'bad' }), body: 'not a request' } as JournalEvent;
    const host = createJournalHost();
    await spool.append(host.id, [...wholeGame('one'), bad, ...wholeGame('two')]);
    const { counts, isDone, delivery } = startDelivery({ address, spool, host });
    await isDone();
    await delivery.close(5000);
    expect((await listKept(address)).map(([game]) => game)).to.deep.equal(['one', 'two']);
    expect(counts).to.include({ bad: 1, unreachable: 0, repeated: 0 });
  });

  it('keeps everything while a newer version has changed the tables, and says which', async () => {
    const host = createJournalHost();
    await spool.append(host.id, wholeGame('before'));
    const { counts, reasons, isDone, delivery } = startDelivery({ address, spool, host });
    await isDone();
    const { db } = await openDatabase(address, 'import');
    const later = sql`insert into kysely_migration values ('9999_later', 'now')`;
    await later.execute(db);
    await spool.append(host.id, wholeGame('after'));
    delivery.wake();
    await until(() => counts.unreachable > 0);
    expect(reasons).to.deep.equal([
      'a newer version of Serpentarium changed its tables ("9999_later"): upgrade this one, or use another journal',
    ]);
    await sql`delete from kysely_migration where name = '9999_later'`.execute(db);
    expect((await db.selectFrom('games').select('game').execute()).map(({ game }) => game)).to.deep.equal(['before']);
    await db.destroy();
    await isDone();
    await delivery.close(5000);
    expect((await listKept(address)).map(([game]) => game)).to.deep.equal(['after', 'before']);
    expect(counts).to.include({ bad: 0, repeated: 0 });
  });

  it('delivers nothing twice from a copy of the spool, as from a backup', async () => {
    const host = createJournalHost();
    for (const game of ['one', 'two']) await spool.append(host.id, wholeGame(game));
    // SQLite moves its -wal file into the database when the last connection closes.
    await spool.close();
    copyFileSync(file, `${file}.copy`);
    spool = await openSpool(file);
    const first = startDelivery({ address, spool, host });
    await first.isDone();
    await first.delivery.close(5000);
    await spool.close();
    spool = await openSpool(`${file}.copy`);
    const next = createJournalHost();
    await spool.append(next.id, wholeGame('three'));
    const second = startDelivery({ address, spool, host: next });
    await second.isDone();
    await second.delivery.close(5000);
    expect((await listKept(address)).map(([game]) => game)).to.deep.equal(['one', 'three', 'two']);
    expect(second.counts.repeated).to.equal(0);
  });

  it('shares a spool with another process without doing anything twice', async () => {
    const hosts = [createJournalHost(), createJournalHost()];
    const other = await openSpool(file);
    for (let game = 0; game < 40; game++) await spool.append(hosts[game % 2]!.id, wholeGame(`${game}`));
    const both = [spool, other].map((one, index) => startDelivery({ address, spool: one, host: hosts[index]! }));
    await Promise.all(both.map(({ isDone }) => isDone()));
    await Promise.all(both.map(({ delivery }) => delivery.close(5000)));
    await other.close();
    expect(await listKept(address)).to.have.lengthOf(40);
    expect(both.map(({ counts }) => counts.repeated)).to.deep.equal([0, 0]);
  });

  it('begins the running games again in a database that was restored', async () => {
    const host = createJournalHost();
    const began = beganEvent();
    const { isDone, delivery, counts } = startDelivery({ address, spool, host, openGames: [began] });
    await spool.append(host.id, [began, turnEvent({}, DUEL)]);
    delivery.wake();
    await isDone();
    const { db } = await openDatabase(address, 'write');
    for (const table of ['games', 'chunks', 'spools'] as const) await db.deleteFrom(table).execute();
    await db.destroy();
    await spool.append(host.id, [turnEvent({}, { ...DUEL, turn: 1 })]);
    delivery.wake();
    await isDone();
    await delivery.close(5000);
    expect(await listKept(address)).to.deep.equal([['game', [1], undefined]]);
    expect(counts.unreachable).to.equal(0);
  });
});

onPostgres('Delivery, whose connection is cut', () => {
  const postgres = usePostgres();
  const folder = useFolder();

  it('at every message in turn delivers every event once', async function () {
    this.timeout(240_000);
    const { url } = await postgres.cluster.createDatabase();
    await (await SqlJournal.open(url)).close();
    const proxy = await openCuttingProxy(Number(new URL(url).port));
    const address = url.replace(`:${new URL(url).port}/`, `:${proxy.port}/`);
    const spool = await openSpool(folder.path('cut.db'));
    const host = createJournalHost();
    const { counts, delivery, isDone } = startDelivery({ address, spool, host });
    await until(() => proxy.sent > 10);
    const names: string[] = [];
    for (const when of ['before', 'after'] as const) {
      for (let messages = 1; messages <= 30; messages++) {
        names.push(`${when} ${messages}`);
        proxy.cutAfter(messages, when);
        await spool.append(host.id, wholeGame(names.at(-1)!));
        delivery.wake();
        await isDone();
      }
    }
    await delivery.close(5000);
    await spool.close();
    await proxy.close();
    expect(await listKept(url)).to.deep.equal(names.sort().map((game) => [game, [0, 1, 2], 'win']));
    expect(counts.repeated).to.equal(0);
    expect(counts.failed).to.be.greaterThan(20);
    const journal = await SqlJournal.read(url);
    expect((await journal.findGame(gameIdOf({ snake: '/greedy', game: 'before 1', you: 'me' })))!.moved).to.equal(3);
    await journal.close();
  });
});
