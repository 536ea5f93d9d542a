/** Finds out whether another process of this machine runs. Used for hosts and commands that may have been killed. */

/** Whether there is a process with this id, of whatever user. */
export function isProcessRunning(pid: number): boolean {
  try {
    // Signal 0 is never delivered.
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}
