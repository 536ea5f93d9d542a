/** How many child processes a snake may have whose configuration does not say. Called by `mount-all.ts`. */
import type { HostConfig, SnakeConfig } from '../config/types.js';
import type { Machine } from '../processes/machine.js';

/** On any machine: a game that hangs does not hold up the next one. */
export const LEAST_PROCESSES = 2;
/** As many as the YAML lets anyone have. */
const MOST_PROCESSES = 64;

/**
 * One for each core, because no more games of a snake compute at once. Fewer if memory, at `memory` a process, has no
 * room for the same of every snake whose `processes` is not given. At least {@link LEAST_PROCESSES}.
 * Both sides of an experiment count once more: it has processes of its own for them.
 */
export function defaultProcesses(
  { snakes, experiments }: Pick<HostConfig, 'snakes' | 'experiments'>,
  { cores, memoryMb }: Machine,
): number {
  const sides = experiments.flatMap(({ base, candidate }) => [base, candidate]);
  const again = sides.flatMap((prefix) => snakes.find((snake) => snake.prefix === prefix) ?? []);
  let left = memoryMb;
  let each = 0;
  for (const snake of [...snakes, ...again]) {
    if (snake.isolation === 'inline') continue;
    if (snake.processes === undefined) each += snake.memory / 1024 ** 2;
    else left -= (snake.processes * snake.memory) / 1024 ** 2;
  }
  const fitting = each === 0 ? Infinity : Math.floor(left / each);
  return Math.max(LEAST_PROCESSES, Math.min(cores, fitting, MOST_PROCESSES));
}

/** The snake with its `processes`: those of its configuration, or the default. */
export function withProcesses(snake: SnakeConfig, config: HostConfig, machine: Machine): SnakeConfig {
  return snake.processes === undefined ? { ...snake, processes: defaultProcesses(config, machine) } : snake;
}
