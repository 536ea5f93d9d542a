/** The only place in `src/` that kills a process by its number. Called by `SupervisedChild` and `Descendants`. */

/**
 * Sends SIGKILL to a process, or to a process group. Does nothing if it is gone, or if `pid` cannot be a child of ours:
 * to the system, -1 means every process, 0 our own group, and 1 is the init of the machine.
 */
export function killHard(pid: number | undefined, whom: 'process' | 'group'): void {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return;
  try {
    process.kill(whom === 'group' ? -pid : pid, 'SIGKILL');
  } catch {
    // It is gone.
  }
}
