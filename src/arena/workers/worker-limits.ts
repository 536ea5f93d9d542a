/** What the processes that play a contest may see and take. */
import { variablesOf } from '../../snakes/mount-snake.js';
import type { Contestant } from '../contest/contest.js';

/** Memory of a worker besides what the strategies may take, in MB. */
const WORKER_MEMORY_MB = 128;

/** The names of the environment variables that the strategies of a contest ask for. */
export function environmentNamesOf(contestants: readonly Contestant[]): string[] {
  return [...new Set(contestants.flatMap((one) => (one.kind === 'local' ? variablesOf(one.config) : [])))];
}

/** The environment that the strategies of a contest see: one for all, because they share their processes. */
export function environmentOf(contestants: readonly Contestant[]): Record<string, string> {
  const given = environmentNamesOf(contestants).map((name) => [name, process.env[name]] as const);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as Record<string, string>;
}

/** What a worker that plays them all may take, in MB. */
export function memoryOf(contestants: readonly Contestant[]): number {
  return contestants.reduce(
    (sum, one) => sum + (one.kind === 'local' ? one.config.memory / 1024 ** 2 : 0),
    WORKER_MEMORY_MB,
  );
}
