/**
 * Makes sure that nothing which children started outlives them, and that no child outlives a host that was killed. A
 * child with a free event loop notices that its channel closed and exits; a child in an endless loop does not. So a
 * small shell process holds the list of children and reads from a pipe that closes with the host. Called by
 * `SupervisedChild`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';

/**
 * Every child has this variable, with a value that no other has. What it starts inherits the variable, and is found by
 * it on systems that show the environments of processes as files.
 */
export const MARKER_VARIABLE = 'SERPENTARIUM_CHILD';

/** The wait before a reaper that died is started again doubles from the first to the second of these, in ms. */
const BACKOFF_MS = [100, 60_000] as const;

const HOST_MARKER = `${randomUUID()}.`;
let markers = 0;

/**
 * Reads lines "+ PID MARKER" and "- PID MARKER". `sweep` kills all whose environment has a marker that begins like
 * this; it looks again until it finds nothing, because what it kills may have been starting another process.
 */
const REAPER_SCRIPT = `
PATH=/usr/bin:/bin:/usr/local/bin
trap '' INT TERM HUP
pids=' '
sweep() {
  for round in 1 2 3 4 5 6 7 8; do
    files=$(grep -lasF "${MARKER_VARIABLE}=$1" /proc/[0-9]*/environ 2>/dev/null)
    [ -n "$files" ] || return
    for file in $files; do
      pid=\${file#/proc/}
      pid=\${pid%/environ}
      [ "$pid" -gt 1 ] && kill -9 "$pid"
    done
  done
}
while read -r sign pid marker; do
  case $sign in
    +) pids="$pids$pid " ;;
    -) pids="\${pids%% $pid *} \${pids#* $pid }"; sweep "$marker" ;;
  esac
done
for pid in $pids; do kill -9 "-$pid"; done
sweep "$1"
`;

interface Reaper {
  readonly process: ChildProcess;
  readonly input: Writable;
  readonly startedAt: number;
}

/** The groups that die with this process. */
const groups = new Set<number>();
let reaper: Reaper | undefined;
let backoff = 0;

/** A value of {@link MARKER_VARIABLE} for a new child. */
export function nextMarker(): string {
  return `${HOST_MARKER}${++markers}.`;
}

/** Has the process group `pid` killed when this process ends, however it ends. */
export function killWithHost(pid: number): void {
  groups.add(pid);
  if (reaper === undefined && backoff === 0) startReaper();
  else reaper?.input.write(`+ ${pid}\n`);
}

/**
 * Takes a process group off the list, and kills what is left of the child with this marker. Call it when the child is
 * gone: the system may give its number to another process.
 */
export function release(pid: number, marker: string): void {
  groups.delete(pid);
  reaper?.input.write(`- ${pid} ${marker}\n`);
}

/** Starts a reaper that knows all groups. If it dies, or cannot be started, another one follows. */
function startReaper(): void {
  const child = spawnReaper();
  if (child === undefined) return startLater();
  const input = child.stdin!;
  child.unref();
  (input as unknown as { unref(): void }).unref();
  reaper = { process: child, input, startedAt: performance.now() };
  for (const pid of groups) input.write(`+ ${pid}\n`);
}

function spawnReaper(): ChildProcess | undefined {
  try {
    const child = spawn('/bin/sh', ['-c', REAPER_SCRIPT, 'serpentarium-reaper', HOST_MARKER], {
      detached: true,
      env: {},
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    // Its end is reported by `exit`, and a failed start by `error`; nothing else matters.
    child.stdin?.on('error', () => undefined);
    for (const event of ['error', 'exit'] as const) child.on(event, () => reaper?.process === child && startLater());
    return child.pid === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}

/** Without a shell on this machine a looping orphan survives; nothing else depends on the reaper. */
function startLater(): void {
  const [least, most] = BACKOFF_MS;
  const hasLasted = reaper !== undefined && performance.now() - reaper.startedAt > most;
  backoff = hasLasted ? least : Math.min(most, Math.max(least, backoff * 2));
  reaper = undefined;
  setTimeout(startReaper, backoff).unref();
}
