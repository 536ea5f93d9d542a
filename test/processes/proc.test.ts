import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuTimeOf, isReady, isStopped } from '../../src/processes/proc.js';

describe('cpuTimeOf', () => {
  it('is unknown without /proc', () => {
    expect(cpuTimeOf(process.pid, '/nowhere')).to.equal(undefined);
  });

  it('comes from /proc/PID/stat if the system does not count by the nanosecond', () => {
    const proc = mkdtempSync(join(tmpdir(), 'serpentarium-proc-'));
    mkdirSync(join(proc, '7'));
    writeFileSync(join(proc, '7', 'stat'), '7 (a) b) R 1 7 7 0 -1 0 0 0 0 0 12 30 0 0 30 10 1 0 99\n');
    expect(cpuTimeOf(7, proc)).to.deep.equal({ used: 420 });
    writeFileSync(join(proc, '7', 'schedstat'), '0 0 0\n');
    expect(cpuTimeOf(7, proc)).to.deep.equal({ used: 420 });
    writeFileSync(join(proc, '7', 'schedstat'), '1500000 2000000 3\n');
    expect(cpuTimeOf(7, proc)).to.deep.equal({ used: 1.5, waited: 2 });
    rmSync(proc, { recursive: true });
  });
});

describe('isReady', () => {
  it('counts processes that run, wait for the disk or were stopped, but not sleeping or exited ones', () => {
    const proc = mkdtempSync(join(tmpdir(), 'serpentarium-proc-'));
    const thread = join(proc, '7', 'task', '7');
    mkdirSync(thread, { recursive: true });
    const found = ['R', 'D', 'T', 'S', 'Z'].filter((state) => {
      writeFileSync(join(thread, 'stat'), `7 (a) R) ${state} 1 7 7 0 -1\n`);
      return isReady(7, 7, proc);
    });
    expect(found).to.deep.equal(['R', 'D', 'T']);
    const stopped = ['R', 'T', 't', 'S'].filter((state) => {
      writeFileSync(join(proc, '7', 'stat'), `7 (a) T) ${state} 1 7 7 0 -1\n`);
      return isStopped(7, proc);
    });
    expect(stopped).to.deep.equal(['T', 't']);
    rmSync(proc, { recursive: true });
    expect(isReady(7, 7, proc)).to.equal(false);
  });
});
