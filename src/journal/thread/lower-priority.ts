/** The priority of the journal's threads: answers to engines come first. Called when a thread starts. */
import { setPriority } from 'node:os';

/** As the system counts: the host has 0, and more is less. */
const PRIORITY = 5;

/** On Linux each thread has a priority; elsewhere this would slow down the host as well. */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(PRIORITY);
}
