import { expect } from 'chai';
import { EventWriter } from '../../../../src/journal/delivery/event-writer.js';
import type { JournalReport } from '../../../../src/journal/journal-status.js';
import { createJournalHost } from '../../../../src/journal/store/hosts.js';
import { gameEvents, useFolder } from '../../../support/journals.js';
import { usePostgres } from '../../../support/servers/postgres.js';
import { until } from '../../../support/soon.js';

describe('JournalTarget', () => {
  const postgres = usePostgres();
  const folder = useFolder();
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  /** What a host says whose clock is so many ms ahead, when it has reached its database. */
  async function reportsWith(ahead: number): Promise<readonly JournalReport[]> {
    const { url } = await postgres.cluster.createDatabase();
    const reports: JournalReport[] = [];
    Date.now = () => now() + ahead;
    const retention = { keepDays: 36_500, keepMb: 1024 };
    const host = createJournalHost();
    const writer = new EventWriter(
      { path: folder.path(`${ahead}.db`), url, host, retention, now: now(), finished: 0 },
      {
        report: (report) => void reports.push(report),
        done() {},
        spooled() {},
        openGames: () => Promise.resolve([]),
      },
    );
    writer.start();
    writer.add({ number: 1, host: host.id, events: gameEvents() });
    writer.write();
    await until(() => reports.some(({ kind }) => kind === 'delivery'));
    await writer.close();
    return reports;
  }

  it('reports that its clock differs from the clock of the database', async () => {
    const [said, ...more] = (await reportsWith(60_000)).filter(({ kind }) => kind === 'clockWrong');
    expect(more).to.deep.equal([]);
    expect(said)
      .to.have.property('address')
      .that.matches(/^postgres:\/\/tester:\*\*\*@/);
    expect(said).to.have.property('ahead').that.is.closeTo(60_000, 4000);
  });

  it('says nothing of clocks that agree', async () => {
    expect((await reportsWith(1000)).filter(({ kind }) => kind === 'clockWrong')).to.deep.equal([]);
  });
});
