/** Faults of child processes: signals at random, and children that cannot be started. */
import { renameSync, copyFileSync, chmodSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/soon.js';
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

/** Kills every child while the Node executable is away, as during an upgrade. */
const failedSpawns: Fault = {
  name: 'failed-spawns',
  what: 'children killed while the Node executable is away',
  unavailable: needsProc,
  hurtsStrategies: true,
  prepare(folder) {
    const node = join(folder, 'node');
    copyFileSync(process.execPath, node);
    chmodSync(node, 0o755);
    return { node };
  },
  inflict: ({ host, folder, pause, repeat }) =>
    repeat(500, async () => {
      const [here, away] = [join(folder, 'node'), join(folder, 'node.away')];
      renameSync(here, away);
      for (const child of host.strategyChildren()) sendSignal(child, 'SIGKILL');
      await pause(500);
      renameSync(away, here);
    }),
  aftermath: recovers,
};

/** Kills the shell that ends children with the host. */
const reaperKilled: Fault = {
  name: 'reaper-killed',
  what: 'the helper that ends orphans is killed',
  unavailable: needsProc,
  inflict: ({ host, repeat }) =>
    repeat(300, () => {
      const strategies = new Set(host.strategyChildren());
      for (const child of host.children()) if (!strategies.has(child)) sendSignal(child, 'SIGKILL');
    }),
  async aftermath({ host }) {
    await until(() => {
      const strategies = new Set(host.strategyChildren());
      return host.children().some((child) => !strategies.has(child));
    });
    return [];
  },
};

function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}

describeFaults('child processes', [signals, failedSpawns, reaperKilled]);
