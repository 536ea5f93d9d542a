/** The only place in `src/` that signals a process by its number: to kill it, or to ask whether it runs. */

/**
 * Sends SIGKILL to a process or a process group. Does nothing if it has exited, or if `pid` cannot be a child of ours:
 * −1 means every process, 0 our own group, and 1 is init.
 */
export function killHard(pid: number | undefined, whom: 'process' | 'group'): void {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 1 || pid === process.pid) return;
  try {
    process.kill(whom === 'group' ? -pid : pid, 'SIGKILL');
  } catch {
    // It has exited.
  }
}

/** Whether a process with this id exists, of any user. */
export function isProcessRunning(pid: number): boolean {
  try {
    // Signal 0 is never delivered.
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
