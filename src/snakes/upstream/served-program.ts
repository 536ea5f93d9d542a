/** Runs the server of a snake, if the configuration says how: the `run` beside an `upstream`. */
import type { Program } from '../../processes/program.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { LineLimit } from '../strategy/call.js';
import type { RunnerReport } from '../snake-report.js';
import type { ChildStatus } from '../strategy/runner.js';

export interface ServedProgramOptions {
  /** The program and its arguments. */
  readonly command: readonly string[];
  readonly cwd: string;
  /** Its whole environment but for `PORT`. */
  readonly env: Readonly<Record<string, string>>;
  /** Where it is to listen. */
  readonly port: number;
  readonly memoryMb: number;
  readonly report: (report: RunnerReport) => void;
}

/** A server may log each request: within this time, the first are kept, and the others counted; in ms. */
const LOG_WINDOW_MS = 1000;
/** What it writes to standard output goes where its errors go. */
const BOTH_OUTPUTS = ['/bin/sh', '-c', 'exec "$@" 1>&2', 'sh'] as const;

/**
 * Owns the process of a server and all that it starts, and what it writes to both of its outputs.
 *
 * Guarantees that one runs at a time, with `PORT` in its environment, within its memory, and not longer than the host.
 * It starts nothing by itself: `upstream-watch.ts` knows when nothing answers.
 */
export class ServedProgram {
  /** Called when a process has started. */
  started: () => void = () => undefined;
  exited: (exit: ChildExit) => void = () => undefined;
  /** How the last process ended; absent before that. */
  lastExit: ChildExit | undefined;
  /** When the last process was started, on the clock of `performance.now()`. */
  startedAt = -Infinity;
  readonly #options: ServedProgramOptions;
  #child: SupervisedChild<never, never> | undefined;
  #window = { from: -Infinity, lines: new LineLimit() };
  #isClosed = false;

  constructor(options: ServedProgramOptions) {
    this.#options = options;
  }

  /** Starts a process unless one runs. */
  start(): void {
    if (this.#child !== undefined || this.#isClosed) return;
    const { command, cwd, env, port, memoryMb, report } = this.#options;
    const program: Program = { command: [...BOTH_OUTPUTS, ...command], cwd, channel: 'none' };
    const child: SupervisedChild<never, never> = new SupervisedChild({
      program,
      env: { ...env, PORT: String(port) },
      memoryMb,
      isMessage: isNothing,
      received: () => undefined,
      printed: (line) => this.#print(line),
      exited: (exit) => this.#exit(child, exit),
    });
    this.#child = child;
    this.startedAt = performance.now();
    if (child.pid === undefined) return;
    report({ type: 'childStarted', pid: child.pid });
    this.started();
  }

  /** Ends a process that does not do what it is for. `reason` follows "the process was killed: ". */
  kill(reason: string): void {
    this.#child?.kill(reason);
  }

  status(games: number, isBusy: boolean): ChildStatus[] {
    const { pid, memoryMb = 0 } = this.#child ?? {};
    return pid === undefined ? [] : [{ pid, state: isBusy ? 'busy' : 'idle', games, memoryMb: Math.round(memoryMb) }];
  }

  /** Resolves when the process is gone. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const child = this.#child;
    child?.stop('the snake is closed');
    await child?.gone();
  }

  #exit({ pid }: SupervisedChild<never, never>, exit: ChildExit): void {
    const { report } = this.#options;
    this.#child = undefined;
    this.lastExit = exit;
    if (pid === undefined) report({ type: 'childNotStarted', reason: exit.reason });
    else report({ type: 'childStopped', pid, exit });
    if (!this.#isClosed) this.exited(exit);
  }

  #print(line: string): void {
    const { report } = this.#options;
    const now = performance.now();
    if (now - this.#window.from > LOG_WINDOW_MS) {
      const { excess } = this.#window.lines;
      if (excess !== undefined) report({ type: 'warned', key: '', turn: 0, reason: `its server wrote ${excess}` });
      this.#window = { from: now, lines: new LineLimit() };
    }
    const kept = this.#window.lines.take(line);
    if (kept !== undefined) report({ type: 'logged', key: '', turn: 0, message: kept });
  }
}

/** A server says nothing to the host. */
function isNothing(value: unknown): value is never {
  return value === undefined;
}
