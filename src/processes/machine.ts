/** What this machine has for child processes. Asked when snakes are mounted. */
import { availableParallelism, totalmem } from 'node:os';

/** Cores, and memory in MB. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** This machine, or what the system lets this process have of it: in a container, the container's memory. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableParallelism(), memoryMb: Math.floor(bytes / 1024 ** 2) };
}
