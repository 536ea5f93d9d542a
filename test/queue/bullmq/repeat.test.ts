import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { repeat } from '../../../src/queue/bullmq/repeat.js';
import { inRepository } from '../../support/fixtures.js';

describe('repeat', () => {
  it('does it again after each wait, and after failures that pass', async () => {
    const outcomes = [() => 0, () => reject(new Error('connect ECONNREFUSED 127.0.0.1:6379')), () => 0, () => Infinity];
    const asked: number[] = [];
    const repetition = await new Promise<ReturnType<typeof repeat>>((resolve) => {
      const started = repeat(async () => {
        asked.push(asked.length);
        if (asked.length === outcomes.length) setImmediate(() => resolve(started));
        return outcomes[asked.length - 1]!();
      });
    });
    await repetition.stop();
    expect(asked).to.deep.equal([0, 1, 2, 3]);
  });

  it('ends the process with the stack of a bug', () => {
    const file = inRepository('dist/src/queue/bullmq/repeat.js');
    const script = `import { repeat } from ${JSON.stringify(file)}; setTimeout(() => {}, 60_000); repeat(async () => null.bug)`;
    const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
      timeout: 20_000,
    });
    expect(status).to.equal(1);
    expect(stderr).to.match(/TypeError: Cannot read properties of null[^]* at /);
  });

  it('does nothing any more once it is stopped', async () => {
    let times = 0;
    const repetition = repeat(async () => {
      times += 1;
      return 0;
    });
    await repetition.stop();
    const before = times;
    await new Promise((resolve) => setImmediate(resolve));
    expect(times).to.equal(before);
  });
});

function reject(reason: Error): never {
  throw reason;
}
