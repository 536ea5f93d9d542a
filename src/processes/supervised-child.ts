/** A supervised child process. Used by the process runner for strategies and by `compare` for the games of a match. */
import { fork, type ChildProcess } from 'node:child_process';
import { setPriority } from 'node:os';
import { residentMb } from './resident-memory.js';
import { killWithHost, release } from './reaper.js';

/** Children yield to the host: measured, looping children of equal priority delay its timers by up to 13 ms. */
const CHILD_NICENESS = 10;
/** The lowest priority that a system has: such a child gets only the time that nothing else needs. */
const IDLE_NICENESS = 19;
/** Interval of the memory check, in ms. A process needs about 100 ms to fill 100 MB. */
const MEMORY_CHECK_INTERVAL_MS = 100;
/** What Node needs besides a strategy's own heap, in MB. */
const NODE_OVERHEAD_MB = 80;
/**
 * Messages accepted between two calls of {@link SupervisedChild.resetMessageCount}; a child that sends more floods its
 * channel.
 */
const MAX_MESSAGES_PER_TURN = 1000;

/** Scheduling priority of a child. `idle`: it only gets time that nothing else needs, other children included. */
export type Priority = 'normal' | 'idle';

/**
 * How a child ended; `reason` is one sentence.
 *
 * - `stopped`: we no longer needed it.
 * - `killed`: it misbehaved, and we ended it.
 * - `exited`: it ended by itself, crashed, or could not be started.
 */
export interface ChildExit {
  readonly kind: 'stopped' | 'killed' | 'exited';
  readonly reason: string;
}

/** What to start, within which limits, and whom it notifies. */
export interface SupervisedChildOptions {
  /** The program, as a file URL. */
  readonly program: URL;
  /** The child's whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Ceiling of its resident memory, in MB. Enforced on Linux only; elsewhere only V8's heap has a limit. */
  readonly memoryMb: number;
  readonly priority?: Priority | undefined;
  /** Called with whatever the child sends; the receiver has to check it. */
  received(message: unknown): void;
  /** Called once, when the child is gone. */
  exited(exit: ChildExit): void;
}

/** `running` → `ending` (we killed it) → `gone`, or `running` → `gone` (it ended by itself). */
type ChildState = { readonly kind: 'running' | 'gone' } | { readonly kind: 'ending'; readonly exit: ChildExit };

/**
 * Owns one child process and all that this process starts: its process group.
 *
 * Guarantees that the child yields to the host, is killed when it takes too much memory or floods its channel, does not
 * outlive the host, and that `exited` is called exactly once. A kill is SIGKILL to the whole group, which no program
 * can catch. Never looks into a message, and never starts the child again.
 */
export class SupervisedChild<Out extends object> {
  readonly pid: number;
  readonly #process: ChildProcess;
  readonly #options: SupervisedChildOptions;
  readonly #memoryTimer: NodeJS.Timeout;
  #state: ChildState = { kind: 'running' };
  #messageCount = 0;

  constructor(options: SupervisedChildOptions) {
    this.#options = options;
    this.#process = fork(options.program, [], {
      detached: true,
      env: { ...options.env },
      execArgv: [`--max-old-space-size=${Math.max(16, options.memoryMb - NODE_OVERHEAD_MB)}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.pid = this.#process.pid ?? -1;
    this.#process.on('message', (message) => this.#receive(message));
    this.#process.on('exit', (code, signal) => this.#exit(exitReason(code, signal)));
    this.#process.on('error', (error) => {
      if (this.#process.exitCode === null && this.pid === -1) this.#exit(`cannot start a process: ${error.message}`);
    });
    if (this.pid !== -1) this.#restrain();
    this.#memoryTimer = setInterval(() => this.#checkMemory(), MEMORY_CHECK_INTERVAL_MS);
  }

  /** Sends a message; does nothing if the child is gone. Throws an `Error` if the message cannot be serialised. */
  send(message: Out): void {
    if (this.#state.kind !== 'gone' && this.#process.connected) this.#process.send(message, () => undefined);
  }

  /** Resident memory in MB; 0 if the system does not report it. */
  get memoryMb(): number {
    return residentMb(this.pid) ?? 0;
  }

  /** Call it when the child has done something useful: its messages are counted from 0 again. */
  resetMessageCount(): void {
    this.#messageCount = 0;
  }

  /** Ends a child that is no longer needed, and all that it started, at once. */
  stop(reason: string): void {
    this.#end({ kind: 'stopped', reason: `the process was stopped: ${reason}` });
  }

  /** Ends a child that misbehaves, and all that it started, at once. `reason` follows "the process was killed: ". */
  kill(reason: string): void {
    this.#end({ kind: 'killed', reason: `the process was killed: ${reason}` });
  }

  /** Resolves when the child is gone. */
  async gone(): Promise<void> {
    if (this.#state.kind !== 'gone') await new Promise((resolve) => this.#process.once('exit', resolve));
  }

  #restrain(): void {
    killWithHost(this.pid);
    try {
      setPriority(this.pid, this.#options.priority === 'idle' ? IDLE_NICENESS : CHILD_NICENESS);
    } catch {
      // It has ended already; the `exit` event follows.
    }
  }

  #receive(message: unknown): void {
    if (this.#state.kind !== 'running') return;
    if (++this.#messageCount > MAX_MESSAGES_PER_TURN) {
      return this.kill(`it sent more than ${MAX_MESSAGES_PER_TURN} messages in a turn`);
    }
    this.#options.received(message);
  }

  #checkMemory(): void {
    const mb = residentMb(this.pid);
    if (mb === undefined || mb <= this.#options.memoryMb) return;
    this.kill(`it took ${Math.round(mb)} MB of memory, more than its ${this.#options.memoryMb}`);
  }

  #end(exit: ChildExit): void {
    if (this.#state.kind !== 'running') return;
    this.#state = { kind: 'ending', exit };
    if (this.#process.connected) this.#process.disconnect();
    this.#killGroup();
  }

  #exit(reason: string): void {
    if (this.#state.kind === 'gone') return;
    const exit: ChildExit = this.#state.kind === 'ending' ? this.#state.exit : { kind: 'exited', reason };
    this.#state = { kind: 'gone' };
    clearInterval(this.#memoryTimer);
    // What the child started may still run in its group.
    if (this.pid !== -1) this.#killGroup();
    release(this.pid);
    this.#options.exited(exit);
  }

  #killGroup(): void {
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // The group is empty.
    }
  }
}

function exitReason(code: number | null, signal: NodeJS.Signals | null): string {
  if (signal === 'SIGABRT') return 'the process aborted: out of heap memory, or process.abort()';
  return signal === null ? `the process exited with code ${code}` : `the process was ended by ${signal}`;
}
