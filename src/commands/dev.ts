/** `serpentarium dev`: serves, and takes over every change of source, strategies or configuration that loads. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { readConfig } from '../config/read-config.js';
import { messageOf } from '../errors.js';
import { printError } from '../terminal/print.js';
import { DEFAULT_CONFIG } from './arguments.js';
import { EXIT } from './exit-codes.js';
import { watchFiles } from './serve/watch-files.js';
import { filesOf } from '../snakes/source-content.js';
import { sourcesBelow } from './serve/watched-files.js';

/** How often the files are looked at, in ms. */
const INTERVAL_MS = 500;

const CLI = fileURLToPath(new URL('../cli.js', import.meta.url));
/** The source folder, if this is a checkout of the project and not an installed package. */
const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

export function addDevCommand(program: Command): void {
  program.command('dev').option('--config <FILE>', 'the configuration', DEFAULT_CONFIG).action(develop);
}

/**
 * The host takes over changes of strategies and configuration by itself. What it cannot take over is done here: a
 * change of the source, a key that needs a restart, and a host that did not start.
 */
async function develop({ config: file }: { readonly config: string }): Promise<void> {
  const config = path.resolve(file);
  let sources = sourcesOf(file);
  let server: ChildProcess;
  let latest = Promise.resolve();
  let isEnding = false;
  /** Files have changed since the host was started, which may have read them before. */
  let isOutdated = false;
  const start = (): void => {
    isOutdated = false;
    server = serve(file);
    server.once('exit', (code) => {
      if (isEnding || server.exitCode === null) return;
      if (code === EXIT.ok) {
        // Unless it was stopped here, for a change.
        if (!isOutdated) printError('dev: the host was stopped; waiting for a change');
      } else if (code === EXIT.restart || isOutdated) start();
      else printError('dev: waiting for a fix');
    });
  };
  const changed = async (names: readonly string[]): Promise<void> => {
    if (names.includes(config)) sources = sourcesOf(file);
    isOutdated = true;
    const isSource = names.some((name) => name.startsWith(SOURCE + path.sep));
    if (!isSource && server.exitCode === null) return;
    printError(`dev: changed: ${names.map((name) => path.relative('.', name)).join(', ')}`);
    if (isSource && !(await compile())) return printError('dev: keeping the running version');
    await stop(server);
    start();
  };
  await watchFiles({
    list: async () => [
      config,
      ...sources.files,
      ...(await sourcesBelow(sources.strategies)),
      ...(await sourcesBelow(SOURCE)),
    ],
    onChange: (names) => void (latest = latest.then(() => changed(names))),
    interval: INTERVAL_MS,
    isNewAChange: true,
  });
  // Watching alone does not: without a host, this process would end.
  setInterval(() => undefined, 60_000);
  start();

  const end = async (signal: NodeJS.Signals) => {
    isEnding = true;
    await stop(server, signal);
    process.exit();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
}

/**
 * The directory of strategies that the configuration names, and the files that its snakes do; the default directory if
 * the configuration cannot be read yet.
 */
function sourcesOf(file: string): { readonly strategies: string; readonly files: readonly string[] } {
  try {
    const { strategies, snakes } = readConfig(file, process.env).config;
    return { strategies, files: snakes.flatMap(({ source }) => filesOf(source)) };
  } catch {
    return { strategies: path.resolve(path.dirname(file), '../strategies'), files: [] };
  }
}

/** Compiles the source. Returns whether it has no error; the compiler prints what is wrong. */
async function compile(): Promise<boolean> {
  try {
    const compiler = path.join(
      path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
      'bin/tsc',
    );
    const args = [compiler, '--project', path.dirname(SOURCE)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'exit')) as [number];
    return code === 0;
  } catch (thrown) {
    printError(`dev: ${messageOf(thrown)}`);
    return false;
  }
}

function serve(file: string): ChildProcess {
  return spawn(process.execPath, [CLI, 'serve', '--config', file, '--dev'], { stdio: 'inherit' });
}

/** Ends a host. Resolves when it has released its ports. */
async function stop(server: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill(signal);
  await once(server, 'exit');
}
