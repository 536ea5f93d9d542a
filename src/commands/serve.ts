/** `serpentarium serve`: runs the host until it is told to end. */
import type { Command } from 'commander';
import { variable } from '../config/environment.js';
import { readConfig } from '../config/read-config.js';
import { UsageError } from '../errors.js';
import { startHost } from '../host.js';
import { createLog, LOG_LEVELS, type LogLevel } from '../log.js';
import { version } from '../version.js';
import { DEFAULT_CONFIG } from './arguments.js';
import { EXIT } from './exit-codes.js';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the snakes of a configuration file')
    .argument('[FILE]', 'the configuration', DEFAULT_CONFIG)
    .addHelpText('after', '\nEnvironment: PORT and HOST win over the file; LOG_LEVEL is info unless given.')
    .action(serve);
}

async function serve(file: string): Promise<void> {
  const loaded = readConfig(file, process.env);
  const { log, flush } = createLog(logLevel(process.env['LOG_LEVEL']), process.stdout.isTTY);
  const exit = (code: number): never => {
    flush();
    process.exit(code);
  };
  const onBug = (bug: unknown) => {
    log.fatal({ err: bug }, 'this is our fault: the host ends');
    exit(EXIT.failed);
  };
  process.on('uncaughtException', onBug);

  const host = await startHost({ loaded, log, env: process.env, onBug });
  const { address, admin } = host;
  log.info(
    { address: address.address, port: address.port, admin: admin?.port ?? 'off', version, pid: process.pid },
    'serving',
  );
  for (const { prefix, strategy, isolation } of loaded.config.snakes)
    log.info({ snake: prefix, strategy, isolation }, 'snake');

  let ending = false;
  const end = async (signal: string): Promise<void> => {
    if (ending) exit(EXIT.failed);
    ending = true;
    log.info({ signal, drain: loaded.config.server.drain }, 'ending: answering what is in flight');
    setTimeout(() => exit(EXIT.ok), loaded.config.server.grace);
    await host.close();
    log.info('ended');
    exit(EXIT.ok);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal).catch(onBug));
}

function logLevel(given: string | undefined): LogLevel {
  if (given === undefined || given === '') return 'info';
  const level = LOG_LEVELS.find((known) => known === given.toLowerCase());
  if (level !== undefined) return level;
  const message = `is "${given}", which is no log level. Take one of ${LOG_LEVELS.join(', ')}.`;
  throw new UsageError([{ source: variable('LOG_LEVEL'), message }]);
}
