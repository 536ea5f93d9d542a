/** The priority of the journal's threads: answers to engines come first. Called when a thread starts. */
import { setPriority } from 'node:os';

/** Above 0, which is the host's. */
const NICENESS = 5;

/** On Linux each thread has a priority; elsewhere this would slow down the host as well. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(NICENESS);
}
