/** Starts a flood in a process apart, so that making it does not slow the engine down, and says which host it hits. */
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { GAME_SNAKES, type FaultHostOptions } from '../fault-host.js';
import type { Flood } from './flood.js';

/** Heap of a host on the smallest machines, in MB. */
const SMALL_HEAP_MB = 192;
/** Real strangers have their own machines: here they get the CPU time that host and engine leave. */
const NICENESS = 5;
/** The first line of the process. */
const READY = 'ready\n';
/** For the report, on a machine that is busy with the flood's aftermath. */
const STOP_LIMIT_MS = 30_000;

/** What a flood sent, and what it was answered. */
export interface FloodReport {
  readonly sent: number;
  /** Answers by status; 0 is a connection that was cut or refused. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** How a flooded host is started: a small heap, limits for strangers, a snake that thinks until its deadline. */
export function floodedHost(): Partial<FaultHostOptions> {
  const inline = { prefix: '/constant', strategy: 'constant', isolation: 'inline' };
  return {
    nodeArgs: [`--max-old-space-size=${SMALL_HEAP_MB}`],
    // Strangers are the addresses in their `X-Forwarded-For`; the engine, which sends none, has no limits.
    server: { trustedProxies: ['127.0.0.0/8'] },
    snakes: [{ prefix: '/thinks', strategy: 'thinks' }, inline],
  };
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export class FloodProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #ready: Promise<unknown>;
  readonly #closed: Promise<[code: number | null, signal: string | null]>;
  #text = '';

  /** Starts the process, which waits for {@link begin}. */
  constructor({ name, prefixes }: Flood, seed: string) {
    const program = fileURLToPath(new URL('./flood-main.js', import.meta.url));
    const paths = prefixes ?? GAME_SNAKES.map((snake) => `/${snake}`);
    this.#child = spawn(process.execPath, [program, name, seed, paths.join(',')], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    running.add(this.#child);
    this.#child.once('close', () => running.delete(this.#child));
    this.#child.stdin.on('error', () => undefined);
    this.#ready = once(this.#child.stdout, 'data');
    this.#child.stdout.setEncoding('utf8').on('data', (part: string) => (this.#text += part));
    this.#closed = once(this.#child, 'close') as Promise<[number | null, string | null]>;
  }

  /** Resolves when the flood goes to this port of this machine. */
  async begin(port: number): Promise<void> {
    await this.#ready;
    setPriority(this.#child.pid!, NICENESS);
    this.#child.stdin.write(String(port));
  }

  /** Ends the flood, and with it all its connections. Rejects if its process ended without a report. */
  async stop(): Promise<FloodReport> {
    this.#child.stdin.end();
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), STOP_LIMIT_MS);
    const [code, signal] = await this.#closed;
    clearTimeout(killer);
    const report = this.#text.slice(READY.length);
    if (report === '') throw new Error(`the flood's process ended without a report, by ${signal ?? `code ${code}`}`);
    return JSON.parse(report) as FloodReport;
  }
}
