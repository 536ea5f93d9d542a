/** `serpentarium dev`: serves, and restarts after every change of source, strategies or configuration that loads. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { watch } from 'chokidar';
import type { Command } from 'commander';
import { readConfig } from '../config/read-config.js';
import { messageOf } from '../errors.js';
import { printError } from '../terminal/print.js';
import { DEFAULT_CONFIG } from './arguments.js';

/** Changes within this time, in ms, count as one: editors write a file in several steps. */
const SETTLE_MS = 100;

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
/** The source folder, if this is a checkout of the project and not an installed package. */
const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

/** Adds the command to the program. */
export function addDevCommand(program: Command): void {
  program
    .command('dev')
    .description('serve, and restart after every change of source, strategies or configuration that loads')
    .argument('[FILE]', 'the configuration', DEFAULT_CONFIG)
    .action(develop);
}

async function develop(file: string): Promise<void> {
  const watched = [file, strategiesOf(file), ...(existsSync(SOURCE) ? [SOURCE] : [])];
  const watcher = watch(watched, { ignoreInitial: true, ignored: isIgnored });
  let server = serve(file);
  let latest = Promise.resolve();
  const reload = async (names: readonly string[]): Promise<void> => {
    if (await loads(file, names)) server = await replace(server, file);
    else printError(`dev: ${server.exitCode === null ? 'keeping the running version' : 'waiting for a fix'}`);
  };
  watcher.on(
    'all',
    batch((names) => (latest = latest.then(() => reload(names)))),
  );

  const end = async (signal: NodeJS.Signals) => {
    await watcher.close();
    server.kill(signal);
    if (server.exitCode === null) await once(server, 'exit');
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
}

/** Whether a file is neither source nor configuration: a package, or a temporary file of an editor. */
function isIgnored(name: string): boolean {
  const base = path.basename(name);
  return name.includes('node_modules') || /^\.[^.]|^#|~$|\.(sw[a-z]|tmp|bak)$|^sed\w{6}$|^4913$/.test(base);
}

/** Collects the names of changed files, and passes them on when nothing has changed for {@link SETTLE_MS}. */
function batch(onSettled: (names: readonly string[]) => unknown): (event: string, name: string) => void {
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  return (_, name) => {
    changed.add(path.resolve(name));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const names = [...changed];
      changed.clear();
      onSettled(names);
    }, SETTLE_MS);
  };
}

/**
 * The directory of strategies that the configuration names; the default one if the configuration cannot be read yet.
 */
function strategiesOf(file: string): string {
  try {
    return readConfig(file, process.env).config.strategies;
  } catch {
    return path.resolve(path.dirname(file), '../strategies');
  }
}

/** Compiles if the source changed, and checks the whole configuration. The compiler and `check` print what is wrong. */
async function loads(file: string, changed: readonly string[]): Promise<boolean> {
  printError(`dev: changed: ${changed.map((name) => path.relative('.', name)).join(', ')}`);
  const isSource = changed.some((name) => name.startsWith(SOURCE + path.sep));
  return (!isSource || (await run(compiler(), ['--project', path.dirname(SOURCE)]))) && run(CLI, ['check', file]);
}

function compiler(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
}

/** Runs a script with Node until it ends. Returns whether it exited with 0. */
async function run(script: string, args: readonly string[]): Promise<boolean> {
  try {
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number];
    return code === 0;
  } catch (thrown) {
    printError(`dev: ${messageOf(thrown)}`);
    return false;
  }
}

function serve(file: string): ChildProcess {
  return spawn(process.execPath, [CLI, 'serve', file, '--dev'], { stdio: 'inherit' });
}

/** Starts the new server once the old one has released the port. */
async function replace(server: ChildProcess, file: string): Promise<ChildProcess> {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  return serve(file);
}
