/** The host that is hurt: `serpentarium serve` as a separate process, within the limits that a fault chooses. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fixture, inRepository } from '../support/fixtures.js';
import { spawnHost, type HostProcess } from '../support/host-process.js';

export interface FaultHostOptions {
  /** The Node executable. */
  readonly node: string;
  readonly nodeArgs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Most file descriptors that the host may open. */
  readonly descriptors: number | undefined;
  /** Further snakes, besides the two of the game. */
  readonly snakes: readonly Readonly<Record<string, unknown>>[];
  readonly journal: string;
  /** Days until the journal deletes a game. */
  readonly keepDays: number;
  readonly server: Readonly<Record<string, unknown>>;
}

/** The snakes of the game that is played during every fault. */
export const GAME_SNAKES = ['cautious', 'greedy'] as const;

const STOP_LIMIT_MS = 60_000;

/** Owns a host process. */
export class FaultHost {
  readonly process: HostProcess;
  /** Resolves with how it ended, as a sentence. */
  readonly ended: Promise<string>;
  isRunning = true;

  private constructor(process: HostProcess) {
    this.process = process;
    this.ended = process.ended.then(({ code, signal, stderr }) => {
      this.isRunning = false;
      return `the host ended with ${signal ?? code}: ${stderr.split('\n').slice(-6).join(' ').trim()}`;
    });
  }

  /** Starts a host; resolves when it serves, and rejects with what it wrote if it does not. */
  static async start(folder: string, chosen: Partial<FaultHostOptions>): Promise<FaultHost> {
    const options: FaultHostOptions = {
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
    const { node, nodeArgs, env, descriptors } = options;
    const limit = descriptors === undefined ? '' : `ulimit -n ${descriptors}; `;
    const command = ['/bin/sh', '-c', `${limit}exec "$0" "$@"`, node, ...nodeArgs] as const;
    return new FaultHost(await spawnHost(writeFiles(folder, options), env, [], command));
  }

  /** The host's direct children, oldest first. Empty off Linux. */
  children(): number[] {
    if (process.platform !== 'linux') return [];
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => Number(/^PPid:\s+(\d+)/m.exec(readOr(`/proc/${pid}/status`))?.[1]) === this.process.pid)
      .map(Number);
  }

  /** The children that run strategies: Node processes, unlike the reaper. */
  strategyChildren(): number[] {
    return this.children().filter((pid) => readOr(`/proc/${pid}/cmdline`).includes('max-old-space-size'));
  }

  /** How many descriptors the host has open; NaN if that is not known. */
  descriptors(): number {
    try {
      return readdirSync(`/proc/${this.process.pid}/fd`).length;
    } catch {
      return Number.NaN;
    }
  }

  /** Resident memory of the host in MB; NaN off Linux. */
  memoryMb(): number {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readOr(`/proc/${this.process.pid}/status`))?.[1] ?? Number.NaN) / 1024;
  }

  /** Ends the host as a platform does. Resolves with what was wrong about its end. */
  async stop(): Promise<string[]> {
    if (!this.isRunning) return [];
    for (const name of ['SIGCONT', 'SIGTERM'] as const) this.process.signal(name);
    const killer = setTimeout(() => this.process.signal('SIGKILL'), STOP_LIMIT_MS);
    const { signal } = await this.process.ended;
    clearTimeout(killer);
    return signal === null ? [] : ['the host did not end within a minute of SIGTERM'];
  }
}

/** Writes strategies and a configuration, whose path it returns. */
function writeFiles(folder: string, { snakes, journal, keepDays, server }: FaultHostOptions): string {
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
  const file = join(folder, 'snakes.yaml');
  writeFileSync(file, JSON.stringify(config));
  return file;
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
