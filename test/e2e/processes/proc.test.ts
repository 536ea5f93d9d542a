import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpuTimeOf } from '../../../src/processes/proc.js';
import { until } from '../../support/soon.js';

/** Other systems do not show what processes have used. */
const linux = process.platform === 'linux' ? it : it.skip;

describe('the CPU time of a process', () => {
  const children: ChildProcess[] = [];
  const start = async (code: string): Promise<number> => {
    const child = spawn(process.execPath, ['-e', `console.log(1); ${code}`], { stdio: ['ignore', 'pipe', 'ignore'] });
    children.push(child);
    await once(child.stdout, 'data');
    return child.pid!;
  };
  afterEach(async () => {
    for (const child of children.splice(0)) {
      if (child.kill('SIGKILL')) await once(child, 'exit');
    }
  });

  linux('grows while it spins', async () => {
    const pid = await start('for (;;);');
    const before = usedBy(pid);
    await until(() => usedBy(pid) > before + 50);
  });

  linux('stays where it is while it sleeps, however much another one computes', async () => {
    const sleeping = await start('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)');
    const spinning = await start('for (;;);');
    let used: number;
    // It may take a moment to fall asleep.
    do {
      used = usedBy(sleeping);
      const began = usedBy(spinning);
      await until(() => usedBy(spinning) > began + 100);
    } while (usedBy(sleeping) - used > 20);
    expect(usedBy(sleeping) - used).to.be.at.most(20);
  });

  linux('says how long it waited for a core', async () => {
    const pid = await start('for (;;);');
    await until(() => (cpuTimeOf(pid)?.waited ?? 0) > 0);
  });

  linux('is unknown of a process that has exited', async () => {
    const pid = await start('');
    await until(() => cpuTimeOf(pid) === undefined);
  });
});

function usedBy(pid: number): number {
  return cpuTimeOf(pid)?.used ?? Number.NaN;
}
