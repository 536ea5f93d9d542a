/** The journal of a host in a database elsewhere, in its process: what it drops, what it refuses, whom it sees. */
import { expect } from 'chai';
import type { JournalEvent } from '../../../../src/journal/journal-event.js';
import {
  isStatus,
  type JournalListener,
  type JournalReport,
  type JournalStatus,
} from '../../../../src/journal/journal-status.js';
import { openDatabase } from '../../../../src/journal/open-database.js';
import type { JournalProcess } from '../../../../src/journal/process/journal-process.js';
import { openCuttingProxy } from '../../../support/cutting-proxy.js';
import {
  DUEL,
  endedEvent,
  gameEvents,
  turnEvent,
  useJournalProcesses,
  isSpoolEmpty,
} from '../../../support/journals.js';
import { findFreePort } from '../../../support/free-port.js';
import { useOwnPostgres } from '../../../support/servers/postgres.js';
import { until } from '../../../support/soon.js';

const MINUTE = 60_000;

describe('JournalProcess, with a database', () => {
  const postgres = useOwnPostgres();
  const { create } = useJournalProcesses();
  let files = 0;

  const start = async (url: string, listener: JournalListener = () => {}, keepMb = 1024) => {
    const journal = create(`${++files}.db`, { url, keepMb, listener });
    await journal.open();
    return journal;
  };

  it('sees other hosts and leaves their games alone; a host that was only cut off gets its games back', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const first = await start(url);
    await write(first, gameEvents());
    await isDelivered(first);
    const seen: string[] = [];
    const second = await start(url, (report) => {
      if (report.kind === 'shared') seen.push(`${report.other.pid} ${report.what}`);
    });
    await until(() => seen.length > 0);
    expect(seen).to.deep.equal([`${process.pid} database`]);
    const resultOf = async () => (await second.listGames({ limit: 5 })).games.map(({ result }) => result);
    expect(await resultOf()).to.deep.equal([undefined]);

    const { db } = await openDatabase(url, 'write');
    const [{ host }] = (await db.selectFrom('games').select('host').execute()) as [{ host: string }];
    const silent = Date.now() - 2 * MINUTE;
    await db.updateTable('hosts').set({ seen_at: silent }).where('id', '=', host).execute();
    await start(url);
    await until(async () => (await resultOf())[0] === 'abandoned');
    await write(first, [turnEvent({}, { ...DUEL, turn: 1 })]);
    await isDelivered(first);
    expect(await resultOf()).to.deep.equal([undefined]);
    await write(first, [endedEvent({ result: 'win', end: { ...DUEL, turn: 2 } })]);
    await isDelivered(first);
    expect(await resultOf()).to.deep.equal(['win']);
    await db.destroy();
  });

  it('drops and counts what has no room during an outage of the database, and continues after it', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const proxy = await openCuttingProxy(await findFreePort());
    const away = url.replace(`:${new URL(url).port}/`, `:${proxy.port}/`);
    const counts = { written: 0, dropped: 0, failed: 0, unreachable: 0, working: 0 };
    const losses: string[] = [];
    const journal = await start(
      away,
      (report) => {
        if (report.kind === 'loss') losses.push(`${report.named.join()}: ${report.reason}`);
        if (report.kind === 'written') counts.written += report.events;
        if (report.kind === 'lost') counts[report.why] += report.events;
        if (isOfDatabase(report)) counts[report.kind]++;
      },
      0.02,
    );
    await until(() => counts.unreachable > 0);
    const turns = Array.from({ length: 400 }, (_, turn) => ({ ...DUEL, turn }));
    const [began, ...played] = gameEvents({ turns });
    for (const event of [began!, ...played]) await write(journal, [event]);
    expect(counts.dropped).to.be.greaterThan(50);
    expect(counts.written + counts.dropped).to.equal(401);
    expect(losses).to.deep.equal(['game: the spool is full: it has "journal.maxSize"']);
    expect(journal.lost).to.include({ events: counts.dropped, games: 1 });
    const kept = counts.written;

    proxy.lead(Number(new URL(url).port));
    await until(() => counts.working > 0);
    const end = endedEvent({ result: 'win', end: { ...DUEL, turn: 400, gone: ['other'] } });
    await write(journal, [...gameEvents({ game: 'later', result: 'win' }), end]);
    await isDelivered(journal);
    const { games } = await journal.listGames({ limit: 5 });
    const found = games.map(({ game, moved, result }) => [game, moved, result]).sort(([a], [b]) => (a! < b! ? -1 : 1));
    expect(found).to.deep.equal([
      ['game', kept - 1, 'win'],
      ['later', 1, 'win'],
    ]);
    expect(counts).to.include({ unreachable: 1, working: 1, failed: 0 });
    await proxy.close();
  });

  it('rejects queries at once during an outage of the database, and answers after it', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const journal = await start(url);
    await write(journal, gameEvents());
    await isDelivered(journal);
    const ask = () =>
      journal.listGames({ limit: 5 }).then(
        ({ games }) => games.length,
        (thrown: Error) => thrown.name,
      );
    await until(async () => (await ask()) === 1);
    await postgres.cluster.stop();
    await until(async () => (await ask()) === 'JournalUnavailable');
    const asked = performance.now();
    expect(await Promise.all(Array.from({ length: 500 }, ask))).to.deep.equal(
      Array.from({ length: 500 }, () => 'JournalUnavailable'),
    );
    expect(performance.now() - asked).to.be.lessThan(15_000);
    await postgres.cluster.start();
    await until(async () => (await ask()) === 1);
  });

  it('gives up on a hanging database within 30 s, and delivers when it responds again', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const said: string[] = [];
    const journal = await start(url, (report) => void (isOfDatabase(report) && said.push(report.kind)));
    await write(journal, gameEvents());
    await isDelivered(journal);
    await until(() => said.splice(0).length > 0);
    postgres.cluster.pause();
    await write(journal, [turnEvent({}, { ...DUEL, turn: 1 })]);
    await until(() => said.length > 0);
    expect(journal.waiting.spool).to.include({ entries: 1 });
    postgres.cluster.resume();
    await until(() => said.length > 1);
    expect(said).to.deep.equal(['unreachable', 'working']);
    const [game] = (await journal.listGames({ limit: 5 })).games;
    expect((await journal.findGame(game!.id))!.list.map(({ turn }) => turn)).to.deep.equal([0, 1]);
  });

  it('lets no queries pile up while the database hangs', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const journal = await start(url);
    await write(journal, gameEvents());
    await isDelivered(journal);
    await until(() => journal.listGames({ limit: 5 }).then(...AS_BOOLEAN));
    postgres.cluster.pause();
    const asked = Array.from({ length: 200 }, () => journal.listGames({ limit: 5 }).then(...AS_BOOLEAN));
    // Those beyond the first ones do not wait.
    const refused = Promise.all(asked.slice(100));
    expect(await refused).to.deep.equal(Array.from({ length: 100 }, () => false));
    postgres.cluster.resume();
    expect((await Promise.all(asked.slice(0, 10))).every(Boolean)).to.equal(true);
    await until(() => journal.listGames({ limit: 5 }).then(...AS_BOOLEAN));
  });
});

async function write(journal: JournalProcess, events: readonly JournalEvent[]): Promise<void> {
  for (const event of events) journal.record(event);
  await journal.flush();
}

function isDelivered(journal: JournalProcess): Promise<void> {
  return until(() => isSpoolEmpty(journal));
}

const AS_BOOLEAN = [() => true, () => false] as const;

/** Whether the database came or went. */
function isOfDatabase(report: JournalReport): report is JournalStatus & { readonly kind: 'unreachable' | 'working' } {
  return (
    isStatus(report) && report.store === 'database' && (report.kind === 'unreachable' || report.kind === 'working')
  );
}
