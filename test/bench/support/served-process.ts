/** A server in a process of its own, and what it and its children cost. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { nodeCommand } from './cores.js';

/** A line of a server's log. */
export type Line = Readonly<Record<string, unknown>>;

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;

export class ServedProcess {
  readonly #process: ChildProcess;
  readonly #folder: string | undefined;
  readonly #listeners: ((line: Line) => void)[] = [];
  port = 0;

  private constructor(args: readonly string[], place: 'one core' | 'all cores', folder?: string) {
    const [command, rest] = nodeCommand(args, place);
    this.#process = spawn(command, rest, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.#folder = folder;
    // A benchmark that fails leaves nothing running.
    const end = () => this.#process.kill('SIGKILL');
    process.once('exit', end);
    this.#process.once('exit', () => process.off('exit', end));
    createInterface({ input: this.#process.stdout! }).on('line', (text) => {
      const line = JSON.parse(text) as Line;
      for (const listener of this.#listeners) listener(line);
    });
  }

  /** The host with these snakes, given as YAML; its strategies are a directory's. It keeps no games unless told where. */
  static async host(
    strategies: string,
    snakes: string,
    place: 'one core' | 'all cores',
    journal = 'off',
  ): Promise<ServedProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
    const file = join(folder, 'snakes.yaml');
    const server = 'server: { host: 127.0.0.1, port: 0, admin: off, drain: 0 }';
    const lines = [server, `journal: ${journal}`, `strategies: ${JSON.stringify(strategies)}`, `snakes:\n${snakes}`];
    writeFileSync(file, `${lines.join('\n')}\n`);
    return await new ServedProcess([program('../../../src/cli.js'), 'serve', file], place, folder).#serving();
  }

  /** Node's own HTTP server, which reads, parses and answers, and no more. */
  static async raw(place: 'one core' | 'all cores'): Promise<ServedProcess> {
    return await new ServedProcess([program('./raw-server.js')], place).#serving();
  }

  /** Hears every line of the log from now on. */
  onLine(listener: (line: Line) => void): void {
    this.#listeners.push(listener);
  }

  /** CPU time that it and its children took since their start, in ms; NaN where the system does not tell. */
  cpuMs(): number {
    return sum(this.#family(), (pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
        .replace(/^.*\) /s, '')
        .split(' ');
      return TICK_MS * (Number(fields[11]) + Number(fields[12]));
    });
  }

  /**
   * Memory of it and its children in MB; NaN where the system does not tell. `private` is theirs alone; `proportional`
   * adds their share of what several processes use, such as Node's own program.
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

  /** Resolves when it has ended, and the last line of its log has been heard. */
  async stop(): Promise<void> {
    this.#process.kill('SIGTERM');
    await once(this.#process, 'close');
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true });
  }

  async #serving(): Promise<this> {
    await new Promise<void>((resolve, reject) => {
      this.#process.once('exit', () => reject(new Error('the server ended before it served')));
      this.onLine(({ msg, port }) => {
        if (msg !== 'serving') return;
        this.port = Number(port);
        resolve();
      });
    });
    return this;
  }

  /** Itself and all that descend from it. */
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
