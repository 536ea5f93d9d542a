/** Faults of child processes: signals at random. */
import { needsProc, recovers } from './aftermath.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

const SIGNALS = [
  'SIGKILL',
  'SIGSTOP',
  'SIGTERM',
  'SIGSEGV',
  'SIGABRT',
  'SIGPIPE',
  'SIGUSR1',
  'SIGINT',
  'SIGHUP',
  'SIGBUS',
] as const;
const BETWEEN_SIGNALS_MS = 40;

/** Sends random signals to random children of strategies. */
const signals: Fault = {
  name: 'signals',
  what: `${SIGNALS.map((name) => name.slice(3)).join(' ')} to random children`,
  unavailable: needsProc,
  hurtsStrategies: true,
  inflict: ({ host, chance, repeat }) =>
    repeat(BETWEEN_SIGNALS_MS, () => {
      const children = host.strategyChildren();
      const child = children[chance.below(children.length)];
      if (child !== undefined) sendSignal(child, SIGNALS[chance.below(SIGNALS.length)]!);
    }),
  aftermath: recovers,
};

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}

describeFaults('child processes', [signals]);
