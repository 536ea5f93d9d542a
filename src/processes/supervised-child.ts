/**
 * A child process under supervision: low priority, own process group, bounded memory, killed for good, gone with its
 * host. What it is for is its user's affair: a runner's strategies, a match's games.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { residentMb } from './resident-memory.js';
import { release, watchOver } from './reaper.js';

/** Children yield to the host: measured, spinning children at equal priority delay its timers by up to 13 ms. */
const NICE = 10;
/** The least that a system knows: for what is done when nobody else wants the time. */
const NICEST = 19;
/** How often the resident set is looked at, in ms. Filling memory takes a process some 100 ms per 100 MB. */
const MEMORY_INTERVAL = 100;
/** What Node needs beside a strategy's own heap, in MB. */
const NODE_MB = 80;
/** Messages taken without {@link SupervisedChild.calm} in between; beyond, the child floods its channel. */
const MAX_MESSAGES = 1000;

export type Priority = 'normal' | 'idle';

export interface SupervisedChildOptions {
  /** The program, as a file URL. */
  readonly program: URL;
  /** The whole environment of the child. */
  readonly env: Readonly<Record<string, string>>;
  /** Resident memory it may take, in MB. */
  readonly memoryMb: number;
  /** `spare`: it gets the time that nothing else wants, other children neither. */
  readonly priority?: Priority | undefined;
  /** Whatever the child sent: its user tells what is none of theirs. */
  received(message: unknown): void;
  /** The child is gone, for whatever reason; called once. */
  exited(reason: string, expected: boolean): void;
}

export class SupervisedChild<Out extends object> {
  readonly pid: number;
  readonly #process: ChildProcess;
  readonly #options: SupervisedChildOptions;
  readonly #memoryTimer: NodeJS.Timeout;
  #messages = 0;
  /** Why we ended it; nothing as long as we did not. */
  #ending: { readonly reason: string; readonly expected: boolean } | undefined;
  #gone = false;

  constructor(options: SupervisedChildOptions) {
    this.#options = options;
    this.#process = fork(options.program, [], {
      detached: true,
      env: { ...options.env },
      execArgv: [`--max-old-space-size=${Math.max(16, options.memoryMb - NODE_MB)}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.pid = this.#process.pid ?? -1;
    this.#process.on('message', (message) => this.#receive(message));
    this.#process.on('exit', (code, signal) => this.#exit(exitReason(code, signal)));
    this.#process.on('error', (error) => {
      if (this.#process.exitCode === null && this.pid === -1) this.#exit(`cannot start a process: ${error.message}`);
    });
    if (this.pid !== -1) this.#tame();
    this.#memoryTimer = setInterval(() => this.#checkMemory(), MEMORY_INTERVAL);
  }

  /** Throws where a message cannot be written down, as when it is nested too deeply. */
  send(message: Out): void {
    if (!this.#gone && this.#process.connected) this.#process.send(message, () => undefined);
  }

  /** Resident memory in MB; 0 where the system does not tell. */
  get memoryMb(): number {
    return residentMb(this.pid) ?? 0;
  }

  /** To be called when the child has done something useful: the count of its messages starts afresh. */
  calm(): void {
    this.#messages = 0;
  }

  /** Ends the child and all it started, at once. `reason` completes "the process was killed: …". */
  kill(reason: string, expected = false): void {
    if (this.#gone || this.#ending !== undefined) return;
    this.#ending = { reason, expected };
    if (this.#process.connected) this.#process.disconnect();
    this.#killGroup();
  }

  /** Settles when the child is gone. */
  async gone(): Promise<void> {
    if (!this.#gone) await new Promise((resolve) => this.#process.once('exit', resolve));
  }

  #tame(): void {
    watchOver(this.pid);
    try {
      setPriority(this.pid, this.#options.priority === 'idle' ? NICEST : NICE);
    } catch {
      // It has ended already, which `exit` tells.
    }
  }

  #receive(message: unknown): void {
    if (this.#ending !== undefined) return;
    if (++this.#messages > MAX_MESSAGES) return this.kill(`it sent more than ${MAX_MESSAGES} messages in a turn`);
    this.#options.received(message);
  }

  #checkMemory(): void {
    const mb = residentMb(this.pid);
    if (mb === undefined || mb <= this.#options.memoryMb) return;
    this.kill(`it took ${Math.round(mb)} MB of memory, more than its ${this.#options.memoryMb}`);
  }

  #exit(reason: string): void {
    if (this.#gone) return;
    this.#gone = true;
    clearInterval(this.#memoryTimer);
    // What it started may live on in its group.
    if (this.pid !== -1) this.#killGroup();
    release(this.pid);
    const { reason: ours, expected } = this.#ending ?? { reason: undefined, expected: false };
    this.#options.exited(ours === undefined ? reason : `the process was killed: ${ours}`, expected);
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Nobody is left in it.
    }
  }
}

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT') return 'the process aborted: out of heap memory, or process.abort()';
  return signal === null ? `the process exited with code ${code}` : `the process was ended by ${signal}`;
}
