import { expect } from 'chai';
import type { FromThread } from '../../../../src/journal/thread/messages.js';
import { SpoolTarget } from '../../../../src/journal/thread/spool-target.js';
import { createJournalHost } from '../../../../src/journal/store/hosts.js';
import { gameEvents, useFolder } from '../../../support/journals.js';
import { usePostgres } from '../../../support/servers/postgres.js';
import { until } from '../../../support/soon.js';

describe('SpoolTarget', () => {
  const postgres = usePostgres();
  const folder = useFolder();
  const { now } = Date;
  afterEach(() => {
    Date.now = now;
  });

  /** What a host says whose clock is so many ms ahead, when it has reached its database. */
  async function messagesWith(ahead: number): Promise<readonly FromThread[]> {
    const { url } = await postgres.cluster.createDatabase();
    const messages: FromThread[] = [];
    Date.now = () => now() + ahead;
    const target = new SpoolTarget(
      {
        path: folder.path(`${ahead}.db`),
        host: createJournalHost(),
        retention: { keepDays: 36_500, keepMb: 1024 },
        send: (message) => void messages.push(message),
        isFailing: () => false,
        trouble(thrown) {
          throw thrown;
        },
      },
      url,
    );
    await target.open();
    await target.write(gameEvents());
    await until(() => messages.some(({ type }) => type === 'delivery'));
    await target.close();
    return messages;
  }

  it('says that its clock differs from that of the database', async () => {
    const [said, ...more] = (await messagesWith(60_000)).filter(({ type }) => type === 'clockWrong');
    expect(more).to.deep.equal([]);
    expect(said)
      .to.have.property('url')
      .that.matches(/^postgres:\/\/tester:\*\*\*@/);
    expect(said).to.have.property('ahead').that.is.closeTo(60_000, 4000);
  });

  it('says nothing of clocks that agree', async () => {
    expect((await messagesWith(1000)).filter(({ type }) => type === 'clockWrong')).to.deep.equal([]);
  });
});
