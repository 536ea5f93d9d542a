/**
 * Ensures that processes started by children do not outlive them, and that no child outlives a killed host. A child
 * with a free event loop notices that its channel closed, and exits; a child in an endless loop does not. Therefore a
 * small shell process holds the list of children and reads from a pipe that closes with the host. Called by
 * `SupervisedChild`.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { Backoff } from './timing.js';

/**
 * An environment variable with a unique value for each child. Processes that the child starts inherit it, and are found
 * by it on systems that show environments as files.
 */
export const MARKER_VARIABLE = 'SERPENTARIUM_CHILD';

/** Pauses before a dead reaper is restarted, in ms. One that lived for the longest pause counts as started. */
const BACKOFF = { least: 100, most: 60_000 };

const HOST_MARKER = `${randomUUID()}.`;
let markers = 0;

/**
 * Reads lines "+ PID MARKER" and "- PID MARKER". `sweep` kills every process whose environment has a marker with this
 * prefix, and repeats until it finds none, because a killed process may just have started another one.
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
  readonly input: Socket;
  readonly startedAt: number;
}

/** The groups that die with this process. */
const groups = new Set<number>();
/** `none`: there are no children yet. `away`: it has died, and is being restarted. */
let reaper: Reaper | 'none' | 'away' = 'none';
const backoff = new Backoff(BACKOFF, () => 0);

/** A value of {@link MARKER_VARIABLE} for a new child. */
export function nextMarker(): string {
  return `${HOST_MARKER}${++markers}.`;
}

/** Kills the process group `pid` when this process ends, for any reason. */
export function killWithHost(pid: number): void {
  groups.add(pid);
  if (reaper === 'none') startReaper();
  else tell(`+ ${pid}\n`);
}

/**
 * Removes a process group from the list, and kills what is left of the child with this marker. Call it when the child
 * has exited: the system may reuse its id.
 */
export function release(pid: number, marker: string): void {
  groups.delete(pid);
  tell(`- ${pid} ${marker}\n`);
}

function tell(line: string): void {
  if (typeof reaper === 'object') reaper.input.write(line);
}

/** Starts a reaper that knows all groups. If it dies or cannot be started, it is restarted. */
function startReaper(): void {
  const child = spawnReaper();
  if (child === undefined) return startLater();
  const input = child.stdin as Socket;
  child.unref();
  input.unref();
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
    for (const event of ['error', 'exit'] as const) child.on(event, () => isCurrent(child) && startLater());
    return child.pid === undefined ? undefined : child;
  } catch {
    return undefined;
  }
}

/** Without a shell on this machine a looping orphan survives; nothing else depends on the reaper. */
function startLater(): void {
  if (typeof reaper === 'object' && performance.now() - reaper.startedAt > BACKOFF.most) backoff.succeed();
  reaper = 'away';
  setTimeout(startReaper, backoff.fail()).unref();
}

function isCurrent(child: ChildProcess): boolean {
  return typeof reaper === 'object' && reaper.process === child;
}
