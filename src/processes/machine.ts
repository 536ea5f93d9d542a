/** What this machine has for child processes. Asked when snakes are mounted. */
import { totalmem } from 'node:os';
import { availableCores } from './available-cores.js';

/** Cores, and memory in MB. */
export interface Machine {
  readonly cores: number;
  readonly memoryMb: number;
}

/** This machine, or what the system lets this process have of it: in a container, the container's. */
export function thisMachine(): Machine {
  const limit = process.constrainedMemory();
  const bytes = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return { cores: availableCores(), memoryMb: Math.floor(bytes / 1024 ** 2) };
}
