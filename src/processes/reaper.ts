/**
 * Makes sure that no child outlives a host that was killed. A child with a free event loop notices that its channel
 * closed and exits; a child in an endless loop does not. So a small shell process holds the list of children and reads
 * from a pipe that closes with the host. Called by `SupervisedChild`.
 */
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

const REAPER_SCRIPT = `
trap '' INT TERM HUP
pids=' '
while read -r sign pid; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }" ;;
  esac
done
for pid in $pids; do kill -9 "-$pid"; done
`;

let input: Writable | undefined;

/** Has the process group `pid` killed when this process ends, however it ends. */
export function killWithHost(pid: number): void {
  input ??= startReaper();
  input.write(`+ ${pid}\n`);
}

/**
 * Takes a process group off the list. Call it when the child is gone: the system may give its number to another
 * process.
 */
export function release(pid: number): void {
  input?.write(`- ${pid}\n`);
}

function startReaper(): Writable {
  const reaper = spawn('/bin/sh', ['-c', REAPER_SCRIPT], {
    detached: true,
    env: {},
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell on this machine a looping orphan survives; nothing else depends on the reaper.
  reaper.on('error', () => undefined);
  reaper.stdin.on('error', () => undefined);
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
  return reaper.stdin;
}
