/** What must hold again after a fault, and what a fault needs of its machine. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Scene } from './fault.js';
import type { FaultHost } from './fault-host.js';

const RECOVERY_LIMIT_MS = 60_000;
const JOURNAL_LIMIT_MS = 60_000;

/** Whether the strategies of the game answer again without fallback, and every child is a process. */
export async function recovers({ host, game, signal }: Scene): Promise<string[]> {
  const deadline = performance.now() + RECOVERY_LIMIT_MS;
  let problem = 'no turn was asked for';
  while (performance.now() < deadline && host.isRunning) {
    const before = host.process.lines.length;
    const wereAsked = await game.plays(40);
    const fallbacks = host.process.lines
      .slice(before)
      .filter(({ msg }) => /^move (late|failed|illegal)$/.test(msg)).length;
    const phantom = (await host.process.snakes()).some(({ children }) => children.some(({ pid }) => pid <= 1));
    if (wereAsked && fallbacks === 0 && !phantom) return [];
    problem = phantom ? 'a child without a process is left' : `${fallbacks} of 40 turns were still not the strategy’s`;
  }
  return signal.aborted && host.isRunning ? [`a minute later, ${problem}`] : [];
}

/** The journal is written again, and has dropped nothing. */
export async function keptEverything({ host, game }: Scene): Promise<string[]> {
  const deadline = performance.now() + JOURNAL_LIMIT_MS;
  const before = await readEntries(host);
  while (performance.now() < deadline) {
    await game.plays(20);
    await wait(300);
    const now = await readEntries(host);
    if (now.lost > 0) return [`the journal dropped ${now.lost} entries`];
    if (now.written > before.written) return [];
  }
  return ['the journal was not written again within a minute'];
}

/** How many entries the journal has written, and how many are lost. */
export async function readEntries(host: FaultHost): Promise<{ written: number; lost: number }> {
  const text = await host.process.metrics();
  const [written, dropped, failed] = ['written', 'dropped', 'failed'].map((outcome) =>
    Number(new RegExp(`journal_entries_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0),
  );
  return { written: written!, lost: dropped! + failed! };
}

/** Whether the game continues. */
export async function goesOn({ game }: Scene): Promise<string[]> {
  return (await game.plays(20)) ? [] : ['the game did not continue'];
}

/** Only Linux says which children a process has. */
export function needsProc(): string | undefined {
  return process.platform === 'linux' ? undefined : 'needs /proc';
}
