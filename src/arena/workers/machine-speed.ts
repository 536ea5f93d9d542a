/** How fast this machine is while all the games that it would play are being played. */
import { Worker } from 'node:worker_threads';
import type { MachineSpeed } from '../../search/measure-speed.js';

/**
 * The speed of a core while as many threads as games would be played at once measure theirs: cores share memory and
 * heat, so that all of them together are slower than one. It takes about a second, and blocks nothing in this thread.
 * Rejects if a thread fails.
 *
 * @param concurrency threads that measure at once.
 */
export async function measureMachine(concurrency: number): Promise<MachineSpeed> {
  const speeds = await Promise.all(Array.from({ length: concurrency }, measureInThread));
  return speeds.toSorted((a, b) => a.nodesPerSecond - b.nodesPerSecond)[Math.floor((concurrency - 1) / 2)]!;
}

function measureInThread(): Promise<MachineSpeed> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./speed-thread.js', import.meta.url));
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`the thread that measures speed exited with code ${code}`)));
  });
}
