/**
 * The product as its users run it: `serpentarium …` as a separate process, on real ports, with files in a temporary
 * folder.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { stripVTControlCharacters } from 'node:util';
import type { FullGameRow, GameList, GameRow } from '../../src/views/game-rows.js';
import type { MountStatus } from '../../src/snakes/mount.js';
import { fixture, inRepository } from './fixtures.js';
import { soon, until } from './soon.js';

export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string; readonly level: number };

/** How a process ended, and everything it wrote. */
export interface ProcessResult {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface HostProcess {
  readonly pid: number;
  /** The file with its configuration. */
  readonly config: string;
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** The same for the admin port; `off` if the host has none. */
  readonly admin: string;
  /** The log so far. */
  readonly lines: readonly LogLine[];
  /** Resolves with all lines that match, as soon as there are at least `count` of them. */
  logged(matches: (line: LogLine) => boolean, count?: number): Promise<LogLine[]>;
  /** Resolves when the text on standard error matches. */
  stderrMatches(pattern: RegExp): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Runs a command with its configuration. */
  cli(...args: readonly string[]): Promise<ProcessResult>;
  readonly ended: Promise<ProcessResult>;
  /** What the admin port answers, as JSON. */
  ask<T>(path: string): Promise<T>;
  snakes(): Promise<MountStatus[]>;
  metrics(): Promise<string>;
  /** The games of the journal, the newest first. */
  games(query?: string): Promise<readonly GameRow[]>;
  game(id: string): Promise<FullGameRow>;
  /** Resolves with the games of the journal as soon as they are this many, and all of them are over. */
  endedGames(count: number): Promise<readonly GameRow[]>;
}

const CLI = inRepository('dist/src/cli.js');
const NODE: readonly [string, ...string[]] = [process.execPath];
/** A host starts a child for each snake: on a busy machine this takes time, in ms. */
const LOG_LIMIT_MS = 45_000;
const running = new Set<ChildProcess>();
const folders = new Set<string>();

/** For `after`: kills every process that a test started, waits for its end, and removes the temporary folders. */
export async function killProcesses(): Promise<void> {
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

/** Kills a process and all that it started. */
function killGroup({ pid }: ChildProcess): void {
  try {
    process.kill(-pid!, 'SIGKILL');
  } catch {
    // The process has just ended.
  }
}

/** Writes files into a new temporary folder. Returns its path. */
export function writeFolder(files: Readonly<Record<string, string>>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-e2e-')));
  folders.add(folder);
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  return folder;
}

/** A new journal, in a temporary folder. */
export function newJournal(): { readonly path: string } {
  return { path: join(writeFolder({}), 'games.db') };
}

/** The parts of a configuration that a test chooses. */
export interface ConfigSketch {
  /** With two processes each, unless `processes` is given; `undefined` leaves it to the host. */
  readonly snakes: readonly Readonly<Record<string, unknown>>[];
  readonly strategies?: string;
  readonly server?: Readonly<Record<string, unknown>>;
  readonly journal?: 'off' | Readonly<Record<string, unknown>>;
  readonly experiments?: readonly Readonly<Record<string, unknown>>[];
  readonly alerts?: readonly Readonly<Record<string, unknown>>[];
}

/** Most tests need a strategy that answers from the first turn on, however busy the machine is: its process stays. */
function withProcesses(snake: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return snake['isolation'] === 'inline' ? snake : { processes: 2, ...snake };
}

/**
 * Writes a configuration on free ports; strategies come from the fixtures unless `strategies` is given. Returns its
 * path.
 */
export function writeConfig({
  snakes,
  strategies = fixture('strategies'),
  server,
  journal = 'off',
  experiments = [],
  alerts = [],
}: ConfigSketch): string {
  const freePorts = { host: '127.0.0.1', port: 0, admin: { port: 0 } };
  // YAML includes JSON.
  const yaml = JSON.stringify({
    server: { ...freePorts, ...server },
    strategies,
    journal,
    snakes: snakes.map(withProcesses),
    experiments,
    alerts,
  });
  return join(writeFolder({ 'snakes.yaml': yaml }), 'snakes.yaml');
}

/** Runs a command and resolves when it has ended. */
export function runCli(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ProcessResult> {
  return start(args, env).ended;
}

/** A command on a terminal. */
export interface TerminalProcess {
  /** All that the terminal shows, without colours. */
  shown(): string;
  /** Resolves when the terminal shows this. */
  shows(pattern: RegExp): Promise<void>;
  /** Presses keys. */
  type(keys: string): void;
  /** Its exit code. */
  readonly ended: Promise<number | null>;
}

/** Whether {@link startOnTerminal} can be used: it needs `script` of util-linux. */
export const hasTerminals = spawnSync('script', ['--version']).stdout?.includes('util-linux') ?? false;

/** Starts a command on a separate terminal, in the repository. */
export function startOnTerminal(args: readonly string[], env: NodeJS.ProcessEnv = {}): TerminalProcess {
  const command = [process.execPath, CLI, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--flush', '--return', '--command', `exec ${command}`, '/dev/null'], {
    cwd: inRepository(''),
    detached: true,
    env: { PATH: process.env.PATH, TMPDIR: process.env.TMPDIR, TERM: 'xterm', COLUMNS: '100', ...env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  running.add(child);
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  const shown = () => stripVTControlCharacters(text).replaceAll('\r', '');
  return {
    shown,
    async shows(pattern) {
      const deadline = performance.now() + LOG_LIMIT_MS;
      while (!pattern.test(shown())) {
        if (performance.now() > deadline) throw new Error(`The terminal does not show ${pattern}, but:\n${shown()}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    type: (keys) => void child.stdin.write(keys),
    ended: new Promise((resolve) =>
      child.once('close', (code) => {
        running.delete(child);
        resolve(code);
      }),
    ),
  };
}

/**
 * Starts a host and resolves when it serves. Rejects with its standard error if it ends before.
 *
 * @param command what runs the program in place of Node.
 */
export async function spawnHost(
  config: ConfigSketch | string,
  env: NodeJS.ProcessEnv = {},
  flags: readonly string[] = [],
  command: readonly [string, ...string[]] = NODE,
): Promise<HostProcess> {
  const file = typeof config === 'string' ? config : writeConfig(config);
  const { child, ended, stderr } = start(['serve', '--config', file, ...flags], env, command);
  const log = followLog(child);
  const failed = ended.then(({ code }) => Promise.reject(new Error(`ended with ${code}: ${stderr()}`)));
  const [serving] = await Promise.race([log.logged(({ msg }) => msg === 'serving'), failed]);
  failed.catch(() => undefined);
  const { port, admin } = serving as unknown as { port: number; admin: number | 'off' };
  return {
    pid: child.pid!,
    config: file,
    port,
    url: `http://127.0.0.1:${port}`,
    admin: admin === 'off' ? 'off' : `http://127.0.0.1:${admin}`,
    ...log,
    stderrMatches: (pattern) => until(() => pattern.test(stderr()), LOG_LIMIT_MS),
    signal: (name) => void child.kill(name),
    // Its configuration may have any free port.
    cli: (...args) => runCli([...args, '--config', file], admin === 'off' ? {} : { ADMIN_PORT: `${admin}` }),
    ended,
    ...askAdmin(`http://127.0.0.1:${admin}`),
  };
}

function askAdmin(url: string) {
  const ask = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const games = async (query = '') => (await ask<GameList>(`/api/games?limit=500&${query}`)).games;
  return {
    ask,
    games,
    snakes: () => ask<MountStatus[]>('/snakes'),
    metrics: async () => (await fetch(`${url}/metrics`)).text(),
    game: (id: string) => ask<FullGameRow>(`/api/games/${id}`),
    async endedGames(count: number) {
      let list: readonly GameRow[] = [];
      await until(async () => {
        // Until the database has started, the answer is an error instead of a list.
        const answer = await ask<Partial<GameList>>('/api/games?limit=500');
        list = answer.games ?? [];
        return list.length === count && list.every(({ result }) => result !== undefined);
      });
      return list;
    },
  };
}

function start(args: readonly string[], env: NodeJS.ProcessEnv, [program, ...words] = NODE) {
  const { PATH, TMPDIR, NODE_V8_COVERAGE } = process.env;
  const child = spawn(program, [...words, CLI, ...args], {
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
  const ended = new Promise<ProcessResult>((resolve) =>
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code, signal, stdout, stderr });
    }),
  );
  return { child, ended, stderr: () => stderr };
}

function followLog(child: ChildProcess) {
  const lines: LogLine[] = [];
  const checks = new Set<() => void>();
  createInterface(child.stdout!).on('line', (text) => {
    lines.push(JSON.parse(text) as LogLine);
    for (const check of checks) check();
  });
  const logged = (matches: (line: LogLine) => boolean, count = 1) => {
    const matching = new Promise<LogLine[]>((resolve) => {
      const check = () => {
        const found = lines.filter(matches);
        if (found.length < count) return;
        checks.delete(check);
        resolve(found);
      };
      checks.add(check);
      check();
    });
    const describe = () =>
      `${count} log lines with ${matches.toString()}. The last: ${JSON.stringify(lines.slice(-5))}`;
    return soon(matching, describe, LOG_LIMIT_MS);
  };
  return { lines, logged };
}

/** Whether a process with this id is running. A process that has ended but was not yet collected is not. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'latin1'));
  } catch {
    return false;
  }
}
