/** The host that is hurt: `serpentarium serve` as a separate process, within the limits that a fault chooses. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { MountStatus } from '../../src/snakes/mount.js';
import { fixture, inRepository } from '../support/fixtures.js';

export interface FaultHostOptions {
  /** The folder for its configuration and journal. */
  readonly folder: string;
  /** The Node executable. */
  readonly node: string;
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Most file descriptors that the host may open. */
  readonly descriptors: number | undefined;
  /** Snakes beside those of the game. */
  readonly snakes: readonly Readonly<Record<string, unknown>>[];
  readonly journal: string;
  /** Days until the journal deletes a game. */
  readonly keepDays: number;
  readonly server: Readonly<Record<string, unknown>>;
}

/** The snakes of the game beside every fault. */
export const GAME_SNAKES = ['cautious', 'greedy'] as const;

/** A line of the host's log. */
export type HostLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

const START_LIMIT_MS = 30_000;
const STOP_LIMIT_MS = 60_000;
/** Lines of the log that are kept: a flood writes one for each request. */
const MAX_LINES = 20_000;

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Owns a host process and follows its log. */
export class FaultHost {
  readonly #process: ChildProcess;
  #stderr = '';
  /** Warnings, errors and what a fault looks for; the oldest are dropped. */
  readonly lines: HostLine[] = [];
  readonly ended: Promise<string>;
  isRunning = true;
  /** Bytes of log written so far. */
  logged = 0;
  port = 0;
  admin = 0;

  private constructor(options: FaultHostOptions) {
    const { node, nodeArgs, env, descriptors, folder } = options;
    const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
    const config = ['--config', join(folder, 'snakes.yaml')];
    const args = [...nodeArgs, inRepository('dist/src/cli.js'), 'serve', ...config];
    this.#process = spawn('/bin/sh', ['-c', `${limit}exec "$0" "$@"`, node, ...args], {
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(this.#process);
    this.#process.stderr!.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4000);
    });
    createInterface(this.#process.stdout!).on('line', (text) => this.#note(text));
    this.ended = once(this.#process, 'close').then(([code, signal]) => {
      this.isRunning = false;
      running.delete(this.#process);
      return `the host ended with ${String(signal ?? code)}: ${this.#stderr.split('\n').slice(-6).join(' ').trim()}`;
    });
  }

  /** Starts a host; resolves when it serves, and rejects with what it wrote if it does not. */
  static async start(folder: string, chosen: Partial<FaultHostOptions>): Promise<FaultHost> {
    const options: FaultHostOptions = {
      folder,
      node: process.execPath,
      nodeArgs: [],
      env: {},
      descriptors: undefined,
      snakes: [],
      journal: join(folder, 'games.db'),
      keepDays: 30,
      server: {},
      ...chosen,
    };
    writeFiles(options);
    const host = new FaultHost(options);
    const deadline = performance.now() + START_LIMIT_MS;
    while (host.port === 0) {
      if (!host.isRunning) throw new Error(await host.ended);
      if (performance.now() > deadline) {
        host.#process.kill('SIGKILL');
        throw new Error('the host did not serve within 30 s');
      }
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return host;
  }

  get pid(): number {
    return this.#process.pid!;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  signal(name: NodeJS.Signals): void {
    this.#process.kill(name);
  }

  /** What each snake is doing, as the admin port says. */
  async snakes(): Promise<MountStatus[]> {
    const response = await fetch(`http://127.0.0.1:${this.admin}/snakes`, { signal: AbortSignal.timeout(5000) });
    return (await response.json()) as MountStatus[];
  }

  /** What the page lists of the games in its journal. */
  async games(): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const response = await fetch(`http://127.0.0.1:${this.admin}/api/games?limit=500`);
    return ((await response.json()) as { games: Record<string, unknown>[] }).games;
  }

  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.admin}/metrics`)).text();
  }

  /** The host's direct children, oldest first. Empty off Linux. */
  children(): number[] {
    if (process.platform !== 'linux') return [];
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => Number(/^PPid:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`))?.[1]) === this.pid)
      .map(Number);
  }

  /** The children that run strategies: Node processes, unlike the reaper. */
  strategyChildren(): number[] {
    return this.children().filter((pid) => readOr(`/proc/${pid}/cmdline`).includes('max-old-space-size'));
  }

  /** How many descriptors the host has open; NaN if that is not known. */
  descriptors(): number {
    try {
      return readdirSync(`/proc/${this.pid}/fd`).length;
    } catch {
      return Number.NaN;
    }
  }

  /** Resident memory of the host in MB; NaN off Linux. */
  memoryMb(): number {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readOr(`/proc/${this.pid}/status`))?.[1] ?? Number.NaN) / 1024;
  }

  /** Ends the host as a platform does. Resolves with what was wrong about its end. */
  async stop(): Promise<string[]> {
    if (!this.isRunning) return [];
    this.#process.kill('SIGCONT');
    this.#process.kill('SIGTERM');
    const killer = setTimeout(() => this.#process.kill('SIGKILL'), STOP_LIMIT_MS);
    await this.ended;
    clearTimeout(killer);
    return this.#process.signalCode === null ? [] : ['the host did not end within a minute of SIGTERM'];
  }

  #note(text: string): void {
    this.logged += text.length;
    let line: HostLine;
    try {
      line = JSON.parse(text) as HostLine;
    } catch {
      return;
    }
    if (line.msg === 'serving') [this.port, this.admin] = [Number(line['port']), Number(line['admin'])];
    if (this.lines.push(line) > MAX_LINES) this.lines.splice(0, MAX_LINES / 2);
  }
}

function writeFiles({ folder, snakes, journal, keepDays, server }: FaultHostOptions): void {
  const own = join(folder, 'strategies');
  mkdirSync(own, { recursive: true });
  const shipped = [...GAME_SNAKES, 'constant'].map((name) => [`${name}.ts`, shippedStrategy(name)] as const);
  const thinks = ['thinks.js', readFileSync(fixture('strategies/thinks.js'), 'utf8')] as const;
  for (const [name, source] of [...shipped, thinks]) writeFileSync(join(own, name), source);
  const config = {
    server: { host: '127.0.0.1', port: 0, admin: { port: 0 }, drain: 0, ...server },
    journal: { path: journal, keepFor: `${keepDays}d` },
    strategies: own,
    snakes: [...GAME_SNAKES.map((strategy) => ({ prefix: `/${strategy}`, strategy })), ...snakes],
  };
  // YAML includes JSON.
  writeFileSync(join(folder, 'snakes.yaml'), JSON.stringify(config));
}

function shippedStrategy(name: string): string {
  return readFileSync(inRepository(`strategies/${name}.ts`), 'utf8');
}

function readOr(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return '';
  }
}
