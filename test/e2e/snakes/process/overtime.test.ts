import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { cpuTimeOf } from '../../../../src/processes/proc.js';
import { ownTime } from '../../../../src/snakes/process/overtime.js';
import { until } from '../../../support/soon.js';

/** A process that computes until it is killed, or for a minute. */
function spin(): ChildProcess {
  return spawn(process.execPath, ['-e', 'const end = Date.now() + 60_000; while (Date.now() < end);']);
}

describe('ownTime', () => {
  it('does not pass while busy processes take the cores', async function () {
    if (cpuTimeOf(process.pid)?.waited === undefined) this.skip();
    const busy = Array.from({ length: 2 * cpus().length }, spin);
    const exits = busy.map((child) => once(child, 'exit'));
    try {
      await Promise.all(busy.map((child) => once(child, 'spawn')));
      const began = performance.now();
      const [child] = busy;
      await until(() => performance.now() - began - ownTime(performance.now() - began, cpuTimeOf(child!.pid!)) > 200);
    } finally {
      for (const child of busy) child.kill('SIGKILL');
      await Promise.all(exits);
    }
  });
});
