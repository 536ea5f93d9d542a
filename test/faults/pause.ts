/** Faults of time: a host that is stopped and continued, and a wall clock that jumps. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from './fault.js';

/** Short enough that a turn under way can still be answered in time, in ms. */
const LONGEST_PAUSE_MS = 250;

/** Stops the host for a moment, as a busy machine or a suspended container does. */
export const pausedHost: Fault = {
  name: 'paused-host',
  what: `SIGSTOP to the host for up to ${LONGEST_PAUSE_MS} ms`,
  hurtsStrategies: true,
  async inflict({ host, chance, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      host.signal('SIGSTOP');
      await new Promise((resolve) => setTimeout(resolve, 20 + chance.below(LONGEST_PAUSE_MS - 20)));
      host.signal('SIGCONT');
      times += 1;
      await pause(150);
    }
    return times;
  },
};

/** A module that shifts `Date` when SIGUSR2 comes; the next shift is on standard input's place: a file. */
const SHIFTER = `
const RealDate = Date;
let shift = 0;
const steps = [3600e3, -7200e3, 86400e3 * 400, -86400e3 * 800, 1e3, -1e3];
let next = 0;
globalThis.Date = class Date extends RealDate {
  constructor(...args) { if (args.length === 0) super(RealDate.now() + shift); else super(...args); }
  static now() { return RealDate.now() + shift; }
};
process.on('SIGUSR2', () => { shift += steps[next++ % steps.length]; });
`;

/**
 * Steps the wall clock of the host's JavaScript to and fro. The system's clock belongs to the whole machine, and the
 * deadlines of the host must not depend on either.
 */
export const clockSteps: Fault = {
  name: 'clock-steps',
  what: 'the host’s Date jumps by hours and years, both ways',
  prepare(folder) {
    const file = join(folder, 'shift-clock.mjs');
    writeFileSync(file, SHIFTER);
    return { nodeArgs: ['--import', pathToFileURL(file).href] };
  },
  async inflict({ host, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      host.signal('SIGUSR2');
      times += 1;
      await pause(100);
    }
    return times;
  },
};
