/** The product as its users run it: `serpentarium …` as a process of its own, on real ports, with files in a temporary folder. */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fixture, inRepository } from './fixtures.js';

/** A line of the host's log. */
export type Line = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

/** How a process ended, and all it wrote. */
export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A host that serves. */
export interface HostProcess {
  readonly pid: number;
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly url: string;
  /** The same of the admin port; `off` where there is none. */
  readonly admin: string;
  /** The log so far. */
  readonly lines: readonly Line[];
  /** Resolves with the first lines that match, as soon as there are `count` of them. */
  logged(matches: (line: Line) => boolean, count?: number): Promise<Line[]>;
  /** Resolves when standard error matches. */
  said(pattern: RegExp): Promise<void>;
  signal(name: NodeJS.Signals): void;
  readonly ended: Promise<Ended>;
}

const CLI = inRepository('dist/src/cli.js');
const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** For `after`: kills every process that a test started, waits until it is gone, and removes the temporary folders. */
export async function endProcesses(): Promise<void> {
  await Promise.all(
    [...running].map((child) => {
      killGroup(child);
      return new Promise((resolve) => child.once('close', resolve));
    }),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  folders.clear();
}
process.on('exit', () => {
  for (const child of running) killGroup(child);
});

/** With all it started itself: `dev` starts a host. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // It has just ended.
  }
}

/** A temporary folder with these files in it. Returns its path. */
export function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-e2e-')));
  folders.add(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** What a test wants of a configuration; the rest keeps out of other processes' way. */
export interface ConfigSketch {
  readonly snakes: readonly Readonly<Record<string, unknown>>[];
  readonly strategies?: string;
  readonly server?: Readonly<Record<string, unknown>>;
  readonly journal?: 'off' | Readonly<Record<string, unknown>>;
  readonly experiments?: readonly Readonly<Record<string, unknown>>[];
}

/** Writes a configuration over the misbehaving strategies of the fixtures, on ports that are free. Returns its path. */
export function writeConfig({
  snakes,
  strategies = fixture('strategies'),
  server,
  journal = 'off',
  experiments = [],
}: ConfigSketch): string {
  const whole = { host: '127.0.0.1', port: 0, admin: { port: 0 }, ...server };
  // JSON is YAML, too.
  return join(
    writeFolder({ 'snakes.yaml': JSON.stringify({ server: whole, strategies, journal, snakes, experiments }) }),
    'snakes.yaml',
  );
}

/** Runs the command line until it ends. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return start(args, env).ended;
}

/** Starts a host and resolves when it serves; rejects with what it wrote when it ends before. */
export async function startHost(
  config: ConfigSketch | string,
  env: NodeJS.ProcessEnv = {},
  command: 'serve' | 'dev' = 'serve',
): Promise<HostProcess> {
  const file = typeof config === 'string' ? config : writeConfig(config);
  const { child, ended, told } = start([command, file], env);
  const log = followLog(child);
  const failed = ended.then(({ code, stderr }) => Promise.reject(new Error(`ended with ${code}: ${stderr}`)));
  const [serving] = await Promise.race([log.logged(({ msg }) => msg === 'serving'), failed]);
  failed.catch(() => undefined);
  const { port, admin } = serving as unknown as { port: number; admin: number | 'off' };
  return {
    pid: child.pid!,
    port,
    url: `http://127.0.0.1:${port}`,
    admin: admin === 'off' ? 'off' : `http://127.0.0.1:${admin}`,
    ...log,
    said: (pattern) => until(() => pattern.test(told())),
    signal: (name) => void child.kill(name),
    ended,
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv) {
  const { PATH, TMPDIR, NODE_V8_COVERAGE } = process.env;
  const child = spawn(process.execPath, [CLI, ...args], {
    cwd: inRepository(''),
    detached: true,
    env: { PATH, TMPDIR, NODE_V8_COVERAGE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const ended = new Promise<Ended>((resolve) =>
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    }),
  );
  return { child, ended, told: () => stderr };
}

function followLog(child: ChildProcess) {
  const lines: Line[] = [];
  const waiting = new Set<() => void>();
  createInterface(child.stdout!).on('line', (text) => {
    lines.push(JSON.parse(text) as Line);
    for (const look of waiting) look();
  });
  const logged = (matches: (line: Line) => boolean, count = 1) =>
    new Promise<Line[]>((resolve) => {
      const look = () => {
        const found = lines.filter(matches);
        if (found.length < count) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return { lines, logged };
}

/** Whether a process of this number runs. One that has ended and was not collected yet does not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}

/** Looks again and again until it is so; whoever calls has a time limit of their own. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
