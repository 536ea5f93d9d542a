/** Faults of child processes: signals at random, and children that cannot be started. */
import { renameSync, copyFileSync, chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../support/soon.js';
import type { Fault, Scene } from './fault.js';

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
const RECOVERY_LIMIT_MS = 60_000;

/** Sends random signals to random children of strategies. */
export const signals: Fault = {
  name: 'signals',
  what: `${SIGNALS.map((name) => name.slice(3)).join(' ')} to random children`,
  unavailable: needsProc,
  hurtsStrategies: true,
  async inflict({ host, chance, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      const children = host.strategyChildren();
      const child = children[chance.below(children.length)];
      if (child !== undefined && sendSignal(child, SIGNALS[chance.below(SIGNALS.length)]!)) times += 1;
      await pause(BETWEEN_SIGNALS_MS);
    }
    return times;
  },
  aftermath: recovers,
};

/** Kills every child while the Node executable is away, as during an upgrade. */
export const failedSpawns: Fault = {
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
  async inflict({ host, folder, signal, pause }) {
    const [here, away] = [join(folder, 'node'), join(folder, 'node.away')];
    let times = 0;
    while (!signal.aborted) {
      renameSync(here, away);
      for (const child of host.strategyChildren()) if (sendSignal(child, 'SIGKILL')) times += 1;
      await pause(500);
      if (existsSync(away)) renameSync(away, here);
      await pause(500);
    }
    return times;
  },
  aftermath: recovers,
};

/** Kills the shell that ends children with the host. */
export const reaperKilled: Fault = {
  name: 'reaper-killed',
  what: 'the helper that ends orphans is killed',
  unavailable: needsProc,
  async inflict({ host, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      const strategies = new Set(host.strategyChildren());
      for (const child of host.children()) if (!strategies.has(child) && sendSignal(child, 'SIGKILL')) times += 1;
      await pause(300);
    }
    return times;
  },
  async aftermath({ host }) {
    await until(() => {
      const strategies = new Set(host.strategyChildren());
      return host.children().some((child) => !strategies.has(child));
    });
    return [];
  },
};

/** Whether the snakes of the game answer by themselves again, and every child is a process. */
export async function recovers({ host, game, signal }: Scene): Promise<string[]> {
  const deadline = performance.now() + RECOVERY_LIMIT_MS;
  let problem = 'no turn was asked for';
  while (performance.now() < deadline && host.isRunning) {
    const before = host.lines.length;
    const wereAsked = await game.plays(40);
    const fallbacks = host.lines.slice(before).filter(({ msg }) => /^move (late|failed|illegal)$/.test(msg)).length;
    const phantom = (await host.snakes()).some(({ children }) => children.some(({ pid }) => pid <= 1));
    if (wereAsked && fallbacks === 0 && !phantom) return [];
    problem = phantom ? 'a child without a process is left' : `${fallbacks} of 40 turns were still not the strategy’s`;
  }
  return signal.aborted && host.isRunning ? [`a minute later, ${problem}`] : [];
}

/** Only Linux says which children a process has. */
export function needsProc(): string | undefined {
  return process.platform === 'linux' ? undefined : 'needs /proc';
}

function sendSignal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
