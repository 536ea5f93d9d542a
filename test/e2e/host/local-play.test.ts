/** Local games that the page starts: in separate processes, and with the limits of the host. */
import { expect } from 'chai';
import { readConfig } from '../../../src/config/read-config.js';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { LocalPlay } from '../../../src/page/live/local-play.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, writeFolder } from '../../support/host-process.js';

const findStart = () => Promise.reject(new Error('not asked'));

describe('a local game of the page', () => {
  after(killProcesses);

  it('gives a strategy no more time than the host allows', async () => {
    const folder = writeFolder({
      'snakes.yaml': `
server: { maxTimeout: 200ms, admin: off }
strategies: ${JSON.stringify(inRepository('strategies'))}
snakes: [{ prefix: /constant, strategy: constant }]
journal: off`,
    });
    const { config } = readConfig(`${folder}/snakes.yaml`, {});
    const budgets: number[] = [];
    const failures: unknown[] = [];
    let ended!: () => void;
    const end = new Promise<void>((resolve) => (ended = resolve));
    const record = (event: JournalEvent) => {
      if (event.kind === 'turn') budgets.push(event.facts.budget ?? Infinity);
      if (event.kind === 'ended') ended();
    };
    const local = new LocalPlay({
      config: () => config,
      env: {},
      record,
      findStart,
      failed: (bug) => failures.push(bug),
    });
    const started = await local.start({ snakes: ['/constant'], size: 7, pause: 0 });
    expect(started.kind).to.equal('started');
    await end;
    await local.stop();
    expect(failures).to.deep.equal([]);
    expect(budgets[0]).to.be.within(150, 190);
  });
});
