/** A server in a separate process, and the CPU time and memory of it and its children. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { residentMb } from '../../../src/processes/proc.js';
import { inRepository } from '../../support/fixtures.js';
import type { CpuParts, CpuProfile } from './account.js';
import { nodeCommand } from './cores.js';

/** A line of a server's log, parsed. */
export type ServerLogLine = Readonly<Record<string, unknown>>;

/** Linux counts the CPU time of a process in ticks of 1/100 s. */
const TICK_MS = 10;

/** A process that uses less than this share of a core for this long waits for requests. */
const SETTLED_MS = 200;
const SETTLED_SHARE = 0.1;

/** A benchmark that fails must leave nothing running. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A build of Serpentarium, and how it is started. */
export interface ServedBuild {
  /** The root of its repository. */
  readonly root: string;
  /** Arguments of Node. */
  readonly nodeArgs?: readonly string[];
}

/** This build. */
export const THIS_BUILD: ServedBuild = { root: inRepository('.') };

/** Arguments of Node for a server that can be profiled. */
export const PROFILED: readonly string[] = ['--import', new URL('./profile-agent.js', import.meta.url).href];

/** Owns a server process: it has a `port` once it serves, and ends by `stop` or with this process. */
export class ServedProcess {
  readonly #process: ChildProcess;
  readonly #folder: string | undefined;
  readonly #listeners: ((line: ServerLogLine) => void)[] = [];
  port = 0;

  private constructor(args: readonly string[], place: 'one core' | 'all cores', folder?: string) {
    const [command, rest] = nodeCommand(args, place);
    this.#process = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#folder = folder;
    running.add(this.#process);
    this.#process.once('exit', () => running.delete(this.#process));
    createInterface({ input: this.#process.stdout! }).on('line', (text) => {
      const line = JSON.parse(text) as ServerLogLine;
      for (const listener of this.#listeners) listener(line);
    });
  }

  /**
   * Starts the host with these snakes, given as YAML, over a folder of strategies. It has no journal by default.
   */
  static async host(
    strategies: string,
    snakes: string,
    place: 'one core' | 'all cores',
    journal = 'off',
    { root, nodeArgs = [] }: ServedBuild = THIS_BUILD,
  ): Promise<ServedProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
    const file = join(folder, 'snakes.yaml');
    const lines = [
      'server: { host: 127.0.0.1, port: 0, drain: 0, admin: off }',
      `journal: ${journal}`,
      `strategies: ${JSON.stringify(strategies)}`,
      `snakes:\n${snakes}`,
    ];
    writeFileSync(file, `${lines.join('\n')}\n`);
    const cli = join(root, 'dist/src/cli.js');
    const args = [...nodeArgs, cli, 'serve', '--config', file];
    return await new ServedProcess(args, place, folder).#serving();
  }

  /** Starts plain `node:http`, which only reads, parses and answers. */
  static async raw(place: 'one core' | 'all cores', nodeArgs: readonly string[] = []): Promise<ServedProcess> {
    return await new ServedProcess([...nodeArgs, program('./raw-server.js')], place).#serving();
  }

  /** Calls `listener` with every line of the log from now on. */
  onLine(listener: (line: ServerLogLine) => void): void {
    this.#listeners.push(listener);
  }

  /** CPU time of the process and its children since their start, in ms; NaN off Linux. */
  cpuMs(): number {
    return sum(this.#family(), (pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return TICK_MS * (Number(fields[11]) + Number(fields[12]));
    });
  }

  /** Resolves once the process and its children have hardly anything left to do. */
  async settled(): Promise<void> {
    for (let before = this.cpuMs(); ;) {
      await setTimeout(SETTLED_MS);
      const now = this.cpuMs();
      if (!(now - before > SETTLED_SHARE * SETTLED_MS)) return;
      before = now;
    }
  }

  /**
   * The CPU time in parts: the thread of the event loop, the other threads of the process, the strategies' children,
   * and all other processes. Of threads and processes that exist at the time of the call.
   */
  cpuParts(): CpuParts {
    const parts: CpuParts = { loop: 0, threads: 0, strategies: 0, others: 0 };
    for (const pid of this.#family()) {
      for (const [thread, ms] of threadTimes(pid)) {
        const isServer = pid === this.#process.pid;
        if (isServer) parts[thread === pid ? 'loop' : 'threads'] += ms;
        else parts[runsStrategy(pid) ? 'strategies' : 'others'] += ms;
      }
    }
    return parts;
  }

  /** Profiles the event loop while `run` does. The server must have been started with {@link PROFILED}. */
  async profile(run: () => Promise<unknown>): Promise<CpuProfile> {
    await this.#signalled('profiling');
    await run();
    const { path } = await this.#signalled('profiled');
    const profile = JSON.parse(readFileSync(String(path), 'utf8')) as CpuProfile;
    rmSync(String(path));
    return profile;
  }

  /**
   * Memory of the process and its children in MB; NaN off Linux. `private` is what no other process uses;
   * `proportional` adds their share of what several processes use, such as the Node executable.
   */
  memoryMb(): { private: number; proportional: number; processes: number } {
    const family = this.#family();
    const read = (pid: number, key: string) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      return sum([...rollup.matchAll(new RegExp(`^${key}:\\s+(\\d+)`, 'gm'))], ([, kb]) => Number(kb)) / 1024;
    };
    return {
      private: sum(family, (pid) => read(pid, 'Private_(?:Clean|Dirty)')),
      proportional: sum(family, (pid) => read(pid, 'Pss')),
      processes: family.length,
    };
  }

  /** Resident memory of the process alone, in MB; NaN off Linux. */
  hostMemoryMb(): number {
    return residentMb(this.#process.pid!) ?? Number.NaN;
  }

  /** Open files and sockets of the process and its children; NaN off Linux. */
  openFiles(): number {
    return sum(this.#family(), (pid) => readdirSync(`/proc/${pid}/fd`).length);
  }

  /** Ends the process. Resolves when it has exited and the last line of its log was read. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await once(this.#process, 'close');
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
  }

  async #serving(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#process.once('exit', () => reject(new Error('The server exited before it served.')));
      this.onLine(({ msg, port }) => {
        if (msg !== 'serving') return;
        this.port = Number(port);
        resolve();
      });
    });
    return this;
  }

  /** Signals the profiler in the server. Resolves with the line that says what it has done. */
  async #signalled(msg: string): Promise<ServerLogLine> {
    const line = new Promise<ServerLogLine>((resolve) => {
      this.onLine((one) => one.msg === msg && resolve(one));
    });
    this.#process.kill('SIGUSR2');
    return await line;
  }

  /** The ids of the process and all its descendants. */
  #family(): number[] {
    if (process.platform !== 'linux') return [];
    const parents = new Map(
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((name) => [Number(name), parentOf(name)]),
    );
    const descends = (pid: number): boolean =>
      pid === this.#process.pid || (pid > 1 && descends(parents.get(pid) ?? 0));
    return [...parents.keys()].filter(descends);
  }
}

/** CPU time of each thread of a process, in ms; of none if it has ended. */
function threadTimes(pid: number): [thread: number, ms: number][] {
  const read = (path: string) => readFileSync(`/proc/${pid}/task/${path}`, 'latin1');
  try {
    return readdirSync(`/proc/${pid}/task`).map((id) => [
      Number(id),
      Number(read(`${id}/schedstat`).split(' ')[0]) / 1e6,
    ]);
  } catch {
    return [];
  }
}

function runsStrategy(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1').includes('snakes/process/strategy-main.mjs');
}

function parentOf(pid: string): number {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]);
  } catch {
    return 0;
  }
}

function sum<T>(items: readonly T[], toNumber: (item: T) => number): number {
  return items.length === 0 ? Number.NaN : items.reduce((total, item) => total + toNumber(item), 0);
}

function program(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url));
}
