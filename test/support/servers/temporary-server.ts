/** A server of a database or a queue for tests: its own processes, a folder and a free port, all gone at the end. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning } from '../host-process.js';
import { until } from '../soon.js';

/** Longest time for a server to start, in ms: machines that run tests are busy. */
const START_TIMEOUT_MS = 60_000;
/** Pause between two looks whether it answers, in ms. */
const POLL_MS = 25;

/** How a server is started, and how to see that it answers. */
export interface ServerCommand {
  readonly file: string;
  readonly arguments: readonly string[];
  /** The user that it runs as (default: the user of the tests). */
  readonly user?: { readonly uid: number; readonly gid: number } | undefined;
  readonly isReady: () => Promise<boolean>;
  /** Environment variables, in addition to the inherited ones. */
  readonly env?: Readonly<Record<string, string>> | undefined;
}

const running = new Set<ChildProcess>();
// Tests that their runner kills by a signal still end what they began.
process.on('exit', () => running.forEach(killAll));

/**
 * Owns the process of a server and its child processes.
 *
 * Guarantees that none of them outlives {@link ServerProcess.kill} or the tests.
 */
export class ServerProcess {
  readonly #child: ChildProcess;
  #output = '';

  private constructor({ file, arguments: words, user, env }: ServerCommand) {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    this.#child = spawn(file, words, { ...user, detached: true, stdio: [...stdio], env: { ...process.env, ...env } });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (data: Buffer) => (this.#output += data.toString()));
    running.add(this.#child);
    this.#child.once('exit', () => running.delete(this.#child));
  }

  get pid(): number {
    return this.#child.pid!;
  }

  get output(): string {
    return this.#output;
  }

  /** Starts a server. Resolves when it answers; rejects with what it printed if it ends or never answers. */
  static async start(command: ServerCommand): Promise<ServerProcess> {
    const server = new ServerProcess(command);
    const end = performance.now() + START_TIMEOUT_MS;
    while (!(await command.isReady())) {
      if (server.#child.exitCode !== null || performance.now() > end) {
        await server.kill();
        throw new Error(`${command.file} does not start: ${server.#output}`);
      }
      await wait(POLL_MS);
    }
    return server;
  }

  /** Sends a signal to the server alone. Resolves when it has ended. */
  async stop(signal: NodeJS.Signals): Promise<void> {
    const ended = this.#ended();
    this.#child.kill(signal);
    await ended;
  }

  /**
   * Ends all its processes at once, as a power cut would. Resolves when they have exited: PostgreSQL does not start
   * while one of them still holds the shared memory.
   */
  async kill(): Promise<void> {
    const ended = this.#ended();
    // Stopped first, it starts no process after the list is made.
    send(this.#child.pid, 'SIGSTOP');
    const processes = processesOf(this.#child);
    for (const pid of processes) send(pid, 'SIGKILL');
    await ended;
    await until(() => !processes.some(isRunning));
  }

  /** Stops all its processes where they are: connections stay open, and nobody answers. */
  pause(): void {
    signalAll(this.#child, 'SIGSTOP');
  }

  /** Resumes them. */
  resume(): void {
    signalAll(this.#child, 'SIGCONT');
  }

  async #ended(): Promise<void> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'exit');
  }
}

/**
 * Owns the process and the folder of a server that a test takes through what servers go through.
 *
 * It can be stopped, killed and paused, and started again on the same port with what it had.
 */
export abstract class TestServer {
  protected readonly folder: string;
  readonly #stopSignal: NodeJS.Signals;
  #server: ServerProcess | undefined;

  /** @param stopSignal makes the server end in good order. */
  protected constructor(folder: string, stopSignal: NodeJS.Signals) {
    this.folder = folder;
    this.#stopSignal = stopSignal;
  }

  /** How the server is started. */
  protected abstract get command(): ServerCommand;

  /** Starts the server, also again after it was stopped or killed. Resolves when it answers. */
  async start(): Promise<void> {
    this.#server = await ServerProcess.start(this.command);
  }

  /** Stops the server as an administrator does: connections are cut, and what it has promised to keep is kept. */
  async stop(): Promise<void> {
    await this.#server?.stop(this.#stopSignal);
  }

  /** Ends the server as a power cut does. */
  async kill(): Promise<void> {
    await this.#server?.kill();
  }

  /** The server no longer answers, but connections stay open. */
  pause(): void {
    this.#server?.pause();
  }

  /** The server answers again. */
  resume(): void {
    this.#server?.resume();
  }

  /** Ends the server and removes its folder. */
  async close(): Promise<void> {
    await this.#server?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A server and its child processes; PostgreSQL puts each in a separate process group. */
function processesOf({ pid }: ChildProcess): number[] {
  if (pid === undefined) return [];
  const children = `/proc/${pid}/task/${pid}/children`;
  const list = existsSync(children) ? readFileSync(children, 'latin1').trim() : '';
  return [pid, ...list.split(' ').filter(Boolean).map(Number)];
}

function killAll(child: ChildProcess): void {
  signalAll(child, 'SIGKILL');
}

function signalAll(child: ChildProcess, signal: NodeJS.Signals): void {
  for (const pid of processesOf(child)) send(pid, signal);
}

function send(pid: number | undefined, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(pid, signal);
  } catch {
    // It has exited already.
  }
}
