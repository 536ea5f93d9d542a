import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { openEmbedded, IN_MEMORY } from '../../../src/journal/store/embedded.js';
import { createJournalHost, findOtherHosts, renewHost, type JournalHost } from '../../../src/journal/store/hosts.js';
import { migrate } from '../../../src/journal/store/migrations.js';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const self = createJournalHost();
/** The id of a process that has ended. */
const { pid: gone } = spawnSync(process.execPath, ['--version']);

/** Whether a host that was seen `age` ms ago is found. */
async function isFound(other: Partial<JournalHost>, age = 0): Promise<boolean> {
  const { db, dialect } = await openEmbedded(IN_MEMORY);
  await migrate(db, dialect);
  await renewHost(db, self, NOW);
  await renewHost(db, { ...self, id: 'other', ...other }, NOW - age);
  const found = await findOtherHosts(db, self, NOW);
  const rows = await db.selectFrom('hosts').select('id').execute();
  expect(rows).to.have.lengthOf(1 + found.length);
  await db.destroy();
  return found.length === 1;
}

describe('findOtherHosts', () => {
  it('finds a host of the same process, which has two journals', async () => {
    expect(await isFound({})).to.equal(true);
  });

  it('finds a host that runs on this machine', async () => {
    expect(await isFound({ pid: process.ppid })).to.equal(true);
  });

  it('finds a host of another machine that was seen lately', async () => {
    expect(await isFound({ machine: 'elsewhere', space: 'elsewhere', pid: gone }, MINUTE / 2)).to.equal(true);
  });

  it('forgets a host that is silent for more than a minute, wherever it runs', async () => {
    expect(await isFound({ machine: 'elsewhere', space: 'elsewhere' }, MINUTE + 1)).to.equal(false);
    expect(await isFound({ pid: process.ppid }, MINUTE + 1)).to.equal(false);
  });

  it('finds a host with the same name and process id on another machine, as containers have', async () => {
    expect(await isFound({ space: 'elsewhere', startedAt: self.startedAt - MINUTE }, MINUTE / 2)).to.equal(true);
  });

  it('forgets a host whose process has ended, at once', async () => {
    expect(await isFound({ pid: gone })).to.equal(false);
  });

  it('forgets a host that had the same process id before, as in a container that was started again', async () => {
    expect(await isFound({ startedAt: self.startedAt - MINUTE })).to.equal(false);
  });
});
