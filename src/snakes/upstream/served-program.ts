/** Runs the server of a snake, if the configuration has a `run` next to its `upstream`. */
import type { Program } from '../../processes/program.js';
import { SupervisedChild, type ChildExit } from '../../processes/supervised-child.js';
import { LineLimit } from '../strategy/call.js';
import type { RunnerReport } from '../snake-report.js';
import type { ChildStatus } from '../strategy/runner.js';

export interface ServedProgramOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  /** Its whole environment, except `PORT`. */
  readonly env: Readonly<Record<string, string>>;
  /** The port it should listen on. */
  readonly port: number;
  readonly memoryMb: number;
  readonly report: (report: RunnerReport) => void;
}

/** A server may log each request: in each window of this many ms, the first lines are kept and the rest counted. */
const LOG_WINDOW_MS = 1000;
/** Sends standard output to standard error. */
const BOTH_OUTPUTS = ['/bin/sh', '-c', 'exec "$@" 1>&2', 'sh'] as const;

/**
 * Owns the process of a server, its descendants and both of its outputs.
 *
 * Guarantees that one runs at a time, with `PORT` in its environment, within its memory, and no longer than the host.
 * `upstream-watch.ts` decides when to start it.
 */
export class ServedProgram {
  started: () => void = () => undefined;
  exited: (exit: ChildExit) => void = () => undefined;
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

  start(): void {
    if (this.#child !== undefined || this.#isClosed) return;
    const { command, cwd, env, port, memoryMb, report } = this.#options;
    const program: Program = { command: [...BOTH_OUTPUTS, ...command], cwd, channel: 'none' };
    const child = new SupervisedChild<never, never>({
      program,
      env: { ...env, PORT: String(port) },
      memoryMb,
      // A server sends no messages to the host.
      read: (): undefined => undefined,
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

  /** Kills a process that does not work. `reason` follows "the process was killed: ". */
  kill(reason: string): void {
    this.#child?.kill(reason);
  }

  status(games: number, isBusy: boolean): ChildStatus[] {
    const { pid, memoryMb = 0 } = this.#child ?? {};
    return pid === undefined ? [] : [{ pid, state: isBusy ? 'busy' : 'idle', games, memoryMb: Math.round(memoryMb) }];
  }

  /** Resolves when the process has exited. */
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
