/**
 * Pins the measured processes to one core and the load generator to another, so that neither takes time from the other.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** The first and the last core that this process may use; absent if there is only one, or no `taskset`. */
const cores = findCores();

/** What is pinned, as a sentence for the head of a report. */
export const pinning =
  cores === undefined
    ? 'Nothing is pinned (no taskset, or only one core): the host and the load generator disturb each other.'
    : `The host runs on core ${cores.measured}, the load generator on core ${cores.measuring}.`;

/** The command and arguments that start a Node program on the measured core, or on all cores. */
export function nodeCommand(args: readonly string[], place: 'one core' | 'all cores'): [string, string[]] {
  if (place === 'all cores' || cores === undefined) return [process.execPath, [...args]];
  return ['taskset', ['-c', cores.measured, process.execPath, ...args]];
}

/**
 * Moves this process to the other core. Call it after all servers were started, because children inherit the pinning.
 */
export function pinLoadGenerator(): void {
  if (cores !== undefined) spawnSync('taskset', ['-a', '-p', '-c', cores.measuring, String(process.pid)]);
}

function findCores(): { measured: string; measuring: string } | undefined {
  if (spawnSync('taskset', ['-V']).status !== 0) return undefined;
  const list = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '';
  const numbers = list.match(/\d+/g) ?? [];
  const [measured, measuring] = [numbers.at(0), numbers.at(-1)];
  return measured === undefined || measuring === undefined || measured === measuring
    ? undefined
    : { measured, measuring };
}
