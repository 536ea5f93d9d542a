/**
 * Sees to it that no child outlives a host that was killed. A child whose loop is free notices by itself that the host is
 * gone; one that spins does not. So a small shell process holds the list of children, and its input ends with the host.
 */
import { spawn } from 'node:child_process';
import type { Writable } from 'node:stream';

const PROGRAM = `
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

/** Has the process group `pid` killed when this process ends in any way. */
export function watchOver(pid: number): void {
  input ??= startReaper();
  input.write(`+ ${pid}\n`);
}

/** To be called when the child is gone: its number may be given to somebody else. */
export function release(pid: number): void {
  input?.write(`- ${pid}\n`);
}

function startReaper(): Writable {
  const reaper = spawn('/bin/sh', ['-c', PROGRAM], { detached: true, env: {}, stdio: ['pipe', 'ignore', 'ignore'] });
  // Without a shell on this machine a spinning orphan stays; nothing else depends on it.
  reaper.on('error', () => undefined);
  reaper.stdin.on('error', () => undefined);
  reaper.unref();
  (reaper.stdin as unknown as { unref(): void }).unref();
  return reaper.stdin;
}
