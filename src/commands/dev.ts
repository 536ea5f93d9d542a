/** `serpentarium dev`: serves, and serves anew whenever source, strategies or configuration change to something that works. */
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
import { DEFAULT_CONFIG } from './arguments.js';

/** Changes that come within this time, in ms, are taken as one: editors write a file in several steps. */
const SETTLE = 100;

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
/** Where the sources are, when this is a checkout of the project and not an installed package. */
const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

export function addDevCommand(program: Command): void {
  program
    .command('dev')
    .description('serve, and serve anew on each change of source, strategies or configuration that works')
    .argument('[FILE]', 'the configuration', DEFAULT_CONFIG)
    .action(develop);
}

async function develop(file: string): Promise<void> {
  const watched = [file, strategiesOf(file), ...(existsSync(SOURCE) ? [SOURCE] : [])];
  const watcher = watch(watched, { ignoreInitial: true, ignored: (name) => name.includes('node_modules') });
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let turn = Promise.resolve();
  let server = serve(file);
  const take = async (names: readonly string[]): Promise<void> => {
    if (await works(file, names)) server = await replace(server, file);
    else
      console.error(
        `dev: ${server.exitCode === null ? 'the running version stays' : 'nothing runs until that is mended'}`,
      );
  };

  watcher.on('all', (_, name) => {
    changed.add(path.resolve(name));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const names = [...changed];
      changed.clear();
      turn = turn.then(() => take(names));
    }, SETTLE);
  });

  const end = async (signal: NodeJS.Signals) => {
    await watcher.close();
    server.kill(signal);
    if (server.exitCode === null) await once(server, 'exit');
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
}

/** The directory that the configuration names; beside it the default, should it not be readable yet. */
function strategiesOf(file: string): string {
  try {
    return readConfig(file, process.env).config.strategies;
  } catch {
    return path.resolve(path.dirname(file), '../strategies');
  }
}

/** Compiles where sources changed, and checks the whole configuration. What does not work is said by those who found it. */
async function works(file: string, changed: readonly string[]): Promise<boolean> {
  console.error(`dev: changed: ${changed.map((name) => path.relative('.', name)).join(', ')}`);
  const isSource = changed.some((name) => name.startsWith(SOURCE + path.sep));
  return (!isSource || (await run(compiler(), ['--project', path.dirname(SOURCE)]))) && run(CLI, ['check', file]);
}

function compiler(): string {
  return path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
}

async function run(program: string, args: readonly string[]): Promise<boolean> {
  try {
    const [code] = (await once(
      spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'ignore', 'inherit'] }),
      'exit',
    )) as [number];
    return code === 0;
  } catch (thrown) {
    console.error(`dev: ${messageOf(thrown)}`);
    return false;
  }
}

function serve(file: string): ChildProcess {
  return spawn(process.execPath, [CLI, 'serve', file], { stdio: 'inherit' });
}

/** The old one has to leave the port before the new one can take it. */
async function replace(server: ChildProcess, file: string): Promise<ChildProcess> {
  if (server.exitCode === null) {
    server.kill('SIGTERM');
    await once(server, 'exit');
  }
  return serve(file);
}
