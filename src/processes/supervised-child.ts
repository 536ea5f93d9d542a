/** A supervised child process. Used for strategies, for the games of `compare`, and for the journal. */
import type { ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { messageOf } from '../errors/errors.js';
import { CHANNEL_CLOSED, CHANNEL_BROKEN, ChildChannel, type ChildChannelDeps } from './child-channel.js';
import { Descendants, threadsOf } from './descendants.js';
import { PrintedLines } from './printed-lines.js';
import { channelStreams, describeMissing, startProgram, type Program } from './program.js';
import { killWithHost, nextMarker, release, MARKER_VARIABLE } from './reaper.js';
import {
  anonymousMb,
  cpuTimeOf,
  cpuTimeOfAll,
  isReady,
  isStopped,
  residentMb,
  type CpuTime,
  killHard,
} from './proc.js';

/**
 * Nice values. Children yield to the host: measured, looping children of equal priority delay its timers by up to 13
 * ms. `idle` is the lowest priority, which gets only time that nothing else needs.
 */
const PRIORITIES: Readonly<Record<Priority, number>> = { normal: 10, idle: 19 };
/** Interval of the memory check, in ms. A process needs about 100 ms to fill 100 MB. */
const MEMORY_CHECK_INTERVAL_MS = 100;
/** Memory checks between two scans for processes that the child has started. */
const CHECKS_PER_LOOK = 5;
/** Processes that a program may have at the same time; one with more is a fork bomb. */
const MAX_STARTED = 64;
/** How long to wait for a killed process, in ms: the system may hold it for its disk. */
const KILL_ALLOWANCE_MS = 1000;
/** The last output of an exited program arrives within this time, in ms. */
const LAST_WORDS_MS = 200;
/**
 * Characters of each last line that the reason quotes, and the number of quoted lines if the child had worked before.
 */
const QUOTED = 160;
const LINES_OF_A_CRASH = 4;

/** Scheduling priority of a child. `idle`: it only gets time that nothing else needs, other children included. */
export type Priority = 'normal' | 'idle';

/**
 * How a child ended; `reason` is one sentence.
 *
 * - `stopped`: we no longer needed it.
 * - `killed`: it misbehaved, and we ended it.
 * - `exited`: it returned, crashed, or could not be started.
 */
export interface ChildExit {
  readonly kind: 'stopped' | 'killed' | 'exited';
  readonly reason: string;
  /** `start`: it never loaded. `channel`: it misused or closed its channel. `ceiling`: all children took too much. */
  readonly fault?: 'start' | 'channel' | 'ceiling';
}

export interface SupervisedChildOptions<In> extends Omit<ChildChannelDeps<In>, 'failed'> {
  readonly program: Program;
  /** The child's whole environment, except {@link MARKER_VARIABLE}. */
  readonly env: Readonly<Record<string, string>>;
  /** Memory limit of it and its descendants, in MB. Enforced on Linux; elsewhere only V8's heap has a limit. */
  readonly memoryMb: number;
  readonly priority?: Priority | undefined;
  /** Called with each line that a program writes to standard error, unless its channel is `descriptor`. */
  readonly printed?: ((line: string) => void) | undefined;
  /** Called once, when the child has exited; never before the constructor has returned. */
  exited(exit: ChildExit): void;
}

/** `running` → `ending` (we killed it) → `gone`, or `running` → `gone` (it exited, or never started). */
type ChildState = { readonly kind: 'running' | 'gone' } | { readonly kind: 'ending'; readonly exit: ChildExit };

/**
 * Owns one child process and every process that it starts: its process group, and the descendants it can find that have
 * left the group.
 *
 * Guarantees that the child yields to the host, is killed when it takes too much memory or misuses its channel, does
 * not outlive the host, and that `exited` is called exactly once. A kill is SIGKILL to the whole group, which no
 * program can catch. Never inspects a message, and never restarts the child.
 */
export class SupervisedChild<Out extends object, In> {
  /** Absent if the process could not be started; `exited` follows. */
  readonly pid: number | undefined;
  readonly #options: SupervisedChildOptions<In>;
  readonly #marker = nextMarker();
  readonly #channel: ChildChannel<Out, In> | undefined;
  readonly #descendants: Descendants | undefined;
  readonly #checkTimer: NodeJS.Timeout | undefined;
  readonly #printed: PrintedLines | undefined;
  readonly #gone: Promise<void>;
  #resolveGone!: () => void;
  #state: ChildState = { kind: 'running' };
  #hasSpoken = false;
  #checks = 0;

  constructor(options: SupervisedChildOptions<In>) {
    this.#options = options;
    this.#gone = new Promise((resolve) => (this.#resolveGone = resolve));
    const child = this.#spawn();
    this.pid = child?.pid;
    if (child === undefined || this.pid === undefined) return;
    this.#descendants = new Descendants(this.pid, options.program.wrappers);
    this.#channel = this.#open(child);
    this.#printed = child.stderr === null ? undefined : new PrintedLines(child.stderr, options.printed ?? ignore);
    killWithHost(this.pid);
    this.#restrain([this.pid]);
    // What it has sent is received first: it may say what the child was doing.
    this.#checkTimer = setInterval(() => setImmediate(() => this.#check()), MEMORY_CHECK_INTERVAL_MS);
  }

  /** Whether it accepts messages: false once it is being ended, and if it has not started. */
  get isRunning(): boolean {
    return this.#state.kind === 'running' && this.pid !== undefined;
  }

  /** Sends a message; does nothing if the child has exited. Throws an `Error` if the message cannot be serialised. */
  send(message: Out): void {
    this.#channel?.send(message);
  }

  sendLines(lines: string): void {
    if (lines !== '') this.#channel?.sendLines(lines);
  }

  sendEncoded(bytes: Buffer): void {
    this.#channel?.sendEncoded(bytes);
  }

  /** Resident memory of the program and its descendants, in MB; 0 if the system does not report it. */
  get memoryMb(): number {
    return this.#sumMb(residentMb);
  }

  /** The part of it that is not backed by files, in MB. */
  get ownMb(): number {
    return this.#sumMb(anonymousMb);
  }

  /**
   * CPU time of the program so far; `undefined` if the system does not report it. Our own programs compute in their
   * main thread, others in any thread and in child processes.
   */
  cpuTime(): CpuTime | undefined {
    const pid = this.#descendants?.program;
    if (this.#options.program.channel === 'stdio') return this.#descendants && cpuTimeOfAll(this.#descendants.all);
    return pid === undefined ? undefined : cpuTimeOf(pid);
  }

  /** Whether it runs or is ready to run, as far as the system reports it. */
  get isReady(): boolean {
    const pid = this.#descendants?.program;
    if (this.#options.program.channel !== 'stdio') return pid !== undefined && isReady(pid);
    return this.#descendants?.all.some((one) => threadsOf(one).some((thread) => isReady(one, thread))) === true;
  }

  get isStopped(): boolean {
    const pid = this.#descendants?.program;
    return pid !== undefined && isStopped(pid);
  }

  /** Resets the counts of messages and bytes. Call it when the child has done something useful. */
  resetLimits(): void {
    this.#channel?.resetLimits();
  }

  /** Ends a child that is no longer needed, with its descendants, at once. */
  stop(reason: string): void {
    this.#end({ kind: 'stopped', reason: `the process was stopped: ${reason}` });
  }

  /** Kills a misbehaving child and its descendants at once. `reason` follows "the process was killed: ". */
  kill(reason: string, fault?: ChildExit['fault']): void {
    this.#end({ kind: 'killed', reason: `the process was killed: ${reason}`, ...(fault && { fault }) });
  }

  /** Resolves when it has exited, or shortly after it was killed. */
  gone(): Promise<void> {
    return this.#gone;
  }

  /** Returns nothing if the start fails at once; later failures are an `error` event. */
  #spawn(): ChildProcess | undefined {
    const { program, env } = this.#options;
    const failed = (thrown: unknown) =>
      this.#exit({ kind: 'exited', fault: 'start', reason: `the process could not be started: ${messageOf(thrown)}` });
    try {
      const child = startProgram(program, { ...env, [MARKER_VARIABLE]: this.#marker });
      child.on('exit', (code, signal) => this.#onExit(child, describeExit(code, signal, program)));
      child.on('error', (error) => child.pid === undefined && failed(error));
      return child;
    } catch (thrown) {
      setImmediate(() => failed(thrown));
      return undefined;
    }
  }

  #open(child: ChildProcess): ChildChannel<Out, In> | undefined {
    const { program, read, limits, linesAfter } = this.#options;
    const streams = channelStreams(child, program);
    if (streams === undefined) return undefined;
    return new ChildChannel(streams, {
      read,
      limits,
      linesAfter,
      received: (message, after) => {
        this.#hasSpoken = true;
        if (this.#state.kind === 'running') this.#options.received(message, after);
      },
      failed: (reason) => this.#end(channelFault(reason)),
    });
  }

  #sumMb(read: (pid: number) => number | undefined): number {
    const { program, startedMb = 0 } = this.#descendants ?? {};
    return program === undefined ? 0 : (read(program) ?? 0) + startedMb;
  }

  /** Lowers the priority of running threads; their children inherit it. */
  #restrain(threads: readonly number[]): void {
    try {
      for (const thread of threads) setPriority(thread, PRIORITIES[this.#options.priority ?? 'normal']);
    } catch {
      // It has ended already; the `exit` event follows.
    }
  }

  #check(): void {
    if (this.#state.kind === 'gone') return;
    const { wrappers } = this.#options.program;
    const { program } = this.#descendants!;
    // A fast sandbox may have started the program before its own priority was lowered.
    if (this.#checks === 0 && wrappers !== undefined && program !== undefined) this.#restrain(threadsOf(program));
    if (++this.#checks % CHECKS_PER_LOOK === 0) this.#descendants!.look();
    const { size } = this.#descendants!;
    if (size > MAX_STARTED) return this.kill(`it had ${size} processes at once, more than ${MAX_STARTED}`);
    const mb = this.memoryMb;
    if (mb <= this.#options.memoryMb) return;
    this.kill(`it took ${Math.round(mb)} MB of memory, more than its ${this.#options.memoryMb}`);
  }

  /** Reports the exit once the last output has arrived, unless a descendant holds the pipes open. */
  #onExit(child: ChildProcess, exit: ChildExit): void {
    const printed = this.#printed;
    if (printed === undefined || this.#state.kind !== 'running') return this.#exit(exit);
    this.#killAll();
    const finish = () => {
      clearTimeout(timer);
      const last = formatLast(printed.tail(this.#hasSpoken ? LINES_OF_A_CRASH : undefined));
      this.#exit({ ...exit, reason: exit.reason + last });
    };
    const timer = setTimeout(finish, LAST_WORDS_MS);
    child.once('close', finish);
  }

  #end(exit: ChildExit): void {
    if (this.#state.kind !== 'running') return;
    this.#state = { kind: 'ending', exit };
    this.#channel?.close();
    this.#killAll();
    setTimeout(() => this.#resolveGone(), KILL_ALLOWANCE_MS).unref();
  }

  #exit(exit: ChildExit): void {
    if (this.#state.kind === 'gone') return;
    const actual = this.#state.kind === 'ending' ? this.#state.exit : exit;
    this.#state = { kind: 'gone' };
    clearInterval(this.#checkTimer);
    this.#channel?.close();
    this.#printed?.close();
    // Processes that the child started may still run.
    this.#killAll();
    if (this.pid !== undefined) release(this.pid, this.#marker);
    this.#resolveGone();
    this.#options.exited(actual);
  }

  #killAll(): void {
    this.#descendants?.kill();
    killHard(this.pid, 'group');
  }
}

function ignore(): void {}

/** The end of a reason: what a program printed before it ended. */
export function formatLast(lines: readonly string[]): string {
  const quoted = lines.map((line) => (line.length > QUOTED ? `${line.slice(0, QUOTED)}…` : line));
  if (quoted.length <= 1) return quoted.map((line) => `. It wrote last: "${line}"`).join('');
  return `. It wrote last:\n  ${quoted.join('\n  ')}`;
}

/** @param reason the end of a sentence that begins with "it". */
function channelFault(reason: string): ChildExit {
  return { kind: 'killed', fault: 'channel', reason: `the process was killed: it ${reason}` };
}

function describeExit(code: number | null, signal: NodeJS.Signals | null, { wrappers, file }: Program): ChildExit {
  if (code === CHANNEL_BROKEN) return channelFault(CHANNEL_CLOSED);
  // A sandbox exits with 128 plus the signal that has ended the program.
  const inner = wrappers !== undefined && code !== null && code > 128 ? signalOf(code - 128) : undefined;
  const reason = exitReason(code, inner ?? signal);
  const isMissing = file !== undefined && !existsSync(file);
  return { kind: 'exited', reason: isMissing ? `${reason}: ${describeMissing(file)}` : reason };
}

function signalOf(number: number): NodeJS.Signals | undefined {
  const found = Object.entries(constants.signals).find(([, value]) => value === number);
  return found?.[0] as NodeJS.Signals | undefined;
}

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT') return 'the process aborted: out of heap memory, or process.abort()';
  return signal === null ? `the process exited with code ${code}` : `the process was ended by ${signal}`;
}
