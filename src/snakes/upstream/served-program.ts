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
}

/** A mounted snake that the server answers for. */
export interface ProgramUser {
  /** Receives what happens to the process, as long as no newer user has joined. */
  readonly report: (report: RunnerReport) => void;
  /** Another process has started: it knows no game. */
  readonly started: () => void;
  readonly exited: (exit: ChildExit) => void;
}

/** A server may log each request: in each window of this many ms, the first lines are kept and the rest counted. */
const LOG_WINDOW_MS = 1000;
/** Sends standard output to standard error. */
const BOTH_OUTPUTS = ['/bin/sh', '-c', 'exec "$@" 1>&2', 'sh'] as const;

/**
 * Owns the programs of a host's servers.
 *
 * Guarantees that mounts with the same program share one process: a reload that leaves it as it is hands it over, and
 * the sides of an experiment do not compete for its port.
 */
export class ServedPrograms {
  readonly #programs = new Map<string, ServedProgram>();

  /** @param content identifies the URL and the files of the program. */
  open(content: string, options: ServedProgramOptions): ServedProgram {
    const key = JSON.stringify([content, options]);
    const known = this.#programs.get(key);
    if (known !== undefined) return known;
    const program = new ServedProgram(options, (gone) => {
      this.#programs.delete(key);
      void gone.then(() => this.#startAt(options.port));
    });
    this.#programs.set(key, program);
    return program;
  }

  /** Starts the newest program for a port that has become free, without waiting for the next check. */
  #startAt(port: number): void {
    [...this.#programs.values()].findLast((program) => program.port === port)?.start();
  }
}

/**
 * Owns the process of a server, its descendants and both of its outputs.
 *
 * Guarantees that one runs at a time, with `PORT` in its environment, within its memory, and no longer than its users.
 * `upstream-watch.ts` decides when to start it.
 */
export class ServedProgram {
  lastExit: ChildExit | undefined;
  /** When the last process was started, on the clock of `performance.now()`. */
  startedAt = -Infinity;
  readonly #options: ServedProgramOptions;
  readonly #unused: (gone: Promise<void>) => void;
  /** The newest comes last. */
  #users: readonly ProgramUser[] = [];
  #child: SupervisedChild<never, never> | undefined;
  #window = { from: -Infinity, lines: new LineLimit() };
  #isClosed = false;

  /** @param unused called once, when its last user has left; `gone` resolves when its process has exited. */
  constructor(options: ServedProgramOptions, unused: (gone: Promise<void>) => void) {
    this.#options = options;
    this.#unused = unused;
  }

  get port(): number {
    return this.#options.port;
  }

  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  join(user: ProgramUser): void {
    this.#users = [...this.#users, user];
  }

  /** The last user stops the process. Resolves when it has exited. */
  async leave(user: ProgramUser): Promise<void> {
    const others = this.#users.filter((other) => other !== user);
    if (others.length > 0) return void (this.#users = others);
    this.#isClosed = true;
    const child = this.#child;
    child?.stop('the snake is closed');
    const gone = Promise.resolve(child?.gone());
    this.#unused(gone);
    await gone;
  }

  start(): void {
    if (this.#child !== undefined || this.#isClosed) return;
    const { command, cwd, env, port, memoryMb } = this.#options;
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
    this.#report({ type: 'childStarted', pid: child.pid });
    for (const { started } of this.#users) started();
  }

  /** Kills a process that does not work. `reason` follows "the process was killed: ". */
  kill(reason: string): void {
    this.#child?.kill(reason);
  }

  /** Belongs to the status of the newest user. */
  status(user: ProgramUser, games: number, isBusy: boolean): ChildStatus[] {
    const { pid, memoryMb = 0 } = this.#child ?? {};
    if (pid === undefined || user !== this.#users.at(-1)) return [];
    return [{ pid, state: isBusy ? 'busy' : 'idle', games, memoryMb: Math.round(memoryMb) }];
  }

  #report(report: RunnerReport): void {
    this.#users.at(-1)?.report(report);
  }

  #exit({ pid }: SupervisedChild<never, never>, exit: ChildExit): void {
    this.#child = undefined;
    this.lastExit = exit;
    if (pid === undefined) this.#report({ type: 'childNotStarted', reason: exit.reason });
    else this.#report({ type: 'childStopped', pid, exit });
    if (!this.#isClosed) for (const { exited } of this.#users) exited(exit);
  }

  #print(line: string): void {
    const now = performance.now();
    if (now - this.#window.from > LOG_WINDOW_MS) {
      const { excess } = this.#window.lines;
      if (excess !== undefined)
        this.#report({ type: 'warned', key: '', turn: 0, reason: `its server wrote ${excess}` });
      this.#window = { from: now, lines: new LineLimit() };
    }
    const kept = this.#window.lines.take(line);
    if (kept !== undefined) this.#report({ type: 'logged', key: '', turn: 0, message: kept });
  }
}
