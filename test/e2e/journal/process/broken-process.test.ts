/** A journal whose process is killed, hangs, or is ended by its own file. */
import { expect } from 'chai';
import { rmSync, truncateSync } from 'node:fs';
import type { JournalReport } from '../../../../src/journal/journal-status.js';
import { JournalUnavailable } from '../../../../src/journal/is-unavailable.js';
import type { JournalProcessOptions } from '../../../../src/journal/process/journal-process.js';
import { DUEL, gameEvents, turnEvent, useJournalProcesses } from '../../../support/journals.js';
import { soon, until } from '../../../support/soon.js';

const isLinux = process.platform === 'linux';

describe('JournalProcess, whose process breaks', () => {
  const { folder, create } = useJournalProcesses();
  const start = async (name: string, more: Partial<JournalProcessOptions> = {}) => {
    const reports: JournalReport[] = [];
    const journal = create(name, { listener: (report) => void reports.push(report), ...more });
    await journal.open();
    const sum = (kind: 'written' | 'lost') =>
      reports.reduce((events, report) => events + (report.kind === kind ? report.events : 0), 0);
    const count = (kind: JournalReport['kind']) => reports.filter((report) => report.kind === kind).length;
    return { journal, reports, sum, count };
  };

  it('writes each event once, however often it is killed', async () => {
    const { journal, sum, count } = await start('killed.db');
    for (let number = 0; number < 4; number++) {
      for (const event of wholeGame(`${number}`)) journal.record(event);
      // At once, before anything is written, and after it was.
      if (number % 2 === 0) await until(() => journal.waiting.entries < 22 * 4);
      await until(() => journal.pid !== undefined);
      process.kill(journal.pid!, 'SIGKILL');
      await until(() => count('restarted') === number + 1);
    }
    await journal.flush();
    expect([sum('written'), sum('lost')]).to.deep.equal([4 * 22, 0]);
    const { games } = await journal.listGames({ limit: 50 });
    expect(games.map((row) => `${row.game} ${row.result} ${row.moved}`).sort()).to.deep.equal(
      [0, 1, 2, 3].map((number) => `${number} win 20`),
    );
  });

  it('keeps what waits for a database once, if it dies between both', async () => {
    // Nobody listens there.
    const { journal, sum, count } = await start('spool.db', { url: 'postgres://nobody@127.0.0.1:1/none' });
    for (const event of wholeGame('spooled')) journal.record(event);
    await journal.flush();
    process.kill(journal.pid!, 'SIGKILL');
    await until(() => count('restarted') === 1 && journal.pid !== undefined);
    for (const event of wholeGame('later')) journal.record(event);
    await journal.flush();
    expect([sum('written'), sum('lost')]).to.deep.equal([44, 0]);
    expect(journal.waiting.spool).to.have.property('entries', 44);
  });

  it('rejects the queries in flight, and answers the next ones', async () => {
    const { journal } = await start('queries.db');
    const asked = journal.listGames({ limit: 5 }).catch((thrown: unknown) => thrown);
    const readers = () => journal.children.flatMap(({ pid }) => (pid === journal.pid ? [] : (pid ?? [])));
    await until(() => readers().length > 0);
    for (const pid of readers()) process.kill(pid, 'SIGKILL');
    expect(await asked).to.be.instanceOf(JournalUnavailable);
    expect((await journal.listGames({ limit: 5 })).games).to.deep.equal([]);
  });

  it('answers queries while the process that writes is replaced', async () => {
    const { journal, count } = await start('writer.db');
    process.kill(journal.pid!, 'SIGKILL');
    const asked = Array.from({ length: 5 }, () => journal.listGames({ limit: 5 }));
    expect((await Promise.all(asked)).map(({ games }) => games)).to.deep.equal([[], [], [], [], []]);
    await until(() => count('restarted') === 1);
  });

  it('survives that the map of its file is cut: a restart, and no event is lost', async function () {
    if (!isLinux) this.skip();
    const { journal, sum, count, reports } = await start('cut.db');
    for (const event of wholeGame('before')) journal.record(event);
    await journal.flush();
    truncateSync(folder.path('cut.db-shm'));
    for (const event of wholeGame('after')) journal.record(event);
    await journal.flush();
    expect(count('restarted')).to.equal(1);
    expect(reports.find(({ kind }) => kind === 'restarted'))
      .to.have.property('reason')
      .that.includes('SIGBUS');
    expect([sum('written'), sum('lost')]).to.deep.equal([44, 0]);
    expect((await journal.listGames({ limit: 5 })).games.map((row) => row.result)).to.deep.equal(['win', 'win']);
  });

  it('replaces a process that does not answer, and reports it', async () => {
    const { journal, sum, count } = await start('hangs.db', { heartbeat: { interval: 200, silences: 10 } });
    await journal.listGames({ limit: 5 });
    for (const { pid } of journal.children) process.kill(pid!, 'SIGSTOP');
    for (const event of wholeGame('during')) journal.record(event);
    const asked = journal.listGames({ limit: 5 }).catch((thrown: unknown) => thrown);
    expect(await soon(asked, () => 'that the query is refused')).to.be.instanceOf(JournalUnavailable);
    await journal.flush();
    expect(count('restarted')).to.be.at.least(1);
    expect(count('unreachable')).to.be.at.least(1);
    expect([sum('written'), sum('lost')]).to.deep.equal([22, 0]);
    expect(journal.status.kind).to.equal('working');
  });

  it('closes within seconds if its process hangs, and counts what it could not write', async () => {
    const { journal, sum } = await start('closes.db');
    process.kill(journal.pid!, 'SIGSTOP');
    for (const event of wholeGame('late')) journal.record(event);
    await soon(journal.close(), () => 'that it is closed');
    expect([sum('written'), sum('lost')]).to.deep.equal([0, 22]);
  });

  it('writes what a process that has just died has left, when it is closed', async () => {
    const { journal, sum, count } = await start('left.db', { closeTimeout: 30_000 });
    process.kill(journal.pid!, 'SIGKILL');
    await until(() => count('restarted') === 1);
    for (const event of wholeGame('left')) journal.record(event);
    await journal.close();
    expect([sum('written'), sum('lost')]).to.deep.equal([22, 0]);
  });

  it('begins the running games again if the file was deleted as well', async () => {
    const { journal, count } = await start('both.db');
    for (const event of gameEvents({ game: 'continues' })) journal.record(event);
    await journal.flush();
    process.kill(journal.pid!, 'SIGKILL');
    await until(() => count('restarted') === 1);
    for (const end of ['', '-wal', '-shm']) rmSync(folder.path(`both.db${end}`), { force: true });
    journal.record(turnEvent({ game: 'continues' }, { ...DUEL, turn: 1 }));
    await journal.flush();
    const [game] = (await journal.listGames({ limit: 5 })).games;
    expect((await journal.findGame(game!.id))!.list.map(({ turn }) => turn)).to.deep.equal([1]);
  });
});

/** The events of a game of 20 turns. */
function wholeGame(game: string) {
  return gameEvents({ game, turns: turns(20), result: 'win', end: { ...DUEL, turn: 20, gone: ['other'] } });
}

function turns(count: number) {
  return Array.from({ length: count }, (_, turn) => ({ ...DUEL, turn }));
}
