/** `serpentarium serve`: runs the host until a signal ends it. */
import { Option, type Command } from 'commander';
import { readLogLevel } from '../../config/environment.js';
import { readConfig, type LoadedConfig } from '../../config/read-config.js';
import { startHost } from '../../host.js';
import { createLog, type Log } from '../../log.js';
import { blameInlineStrategy } from '../../snakes/inline-owner.js';
import { version } from '../../version.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { EXIT } from '../exit-codes.js';
import { watchContent } from './watch-content.js';

type Host = Awaited<ReturnType<typeof startHost>>;

/** Adds the command to the program. */
export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('serve the snakes of a configuration file')
    .argument('[FILE]', 'the configuration', DEFAULT_CONFIG)
    .addOption(new Option('--dev', 'started by the command dev').hideHelp())
    .addHelpText('after', '\nEnvironment: PORT, ADMIN_PORT and HOST win over the file; LOG_LEVEL is info by default.')
    .addHelpText('after', '\nExit codes: 0 ended by a signal; 1 internal error; 2 the configuration is wrong.')
    .action(serve);
}

/** Under `dev`, nobody waits for the old version's port, and `dev` itself watches the configuration. */
async function serve(file: string, { dev = false }: { readonly dev?: boolean }): Promise<void> {
  const read = readConfig(file, process.env);
  const loaded = dev ? withoutDrain(read) : read;
  const log = createLog(readLogLevel(process.env), process.stdout.isTTY);
  // From now on, since the file may be edited while the host starts.
  if (!dev) watchContent(file, () => log.log.warn({ file }, 'configuration changed: restart to apply'));
  const onBug = (bug: unknown) => {
    log.log.fatal({ err: bug }, 'internal error, exiting');
    exit(log, EXIT.failed);
  };
  // Without a listener of its own, an unhandled rejection arrives here as well.
  process.on('uncaughtException', (thrown, origin) => blameInlineStrategy(thrown, origin) || onBug(thrown));
  const host = await startHost({ loaded, log: log.log, env: process.env, onBug });
  logStart(host, loaded, log);
  closeOnSignal(host, loaded, log, onBug);
}

function withoutDrain(loaded: LoadedConfig): LoadedConfig {
  const { config } = loaded;
  return { ...loaded, config: { ...config, server: { ...config.server, drain: 0 } } };
}

function logStart({ address, admin }: Host, { config }: LoadedConfig, { log }: Log): void {
  const ports = { address: address.address, port: address.port, admin: admin?.port ?? 'off' };
  const journal = config.journal === 'off' ? 'off' : config.journal.path;
  log.info({ ...ports, journal, version, pid: process.pid }, 'serving');
  for (const { prefix, strategy, isolation } of config.snakes) {
    log.info({ snake: prefix, strategy, isolation }, 'snake mounted');
  }
}

/**
 * The first signal closes the host, and exits when the grace period is over at the latest. The second exits at once.
 */
function closeOnSignal(host: Host, { config }: LoadedConfig, log: Log, onBug: (bug: unknown) => void): void {
  const { drain, grace } = config.server;
  let isClosing = false;
  const close = async (signal: string): Promise<void> => {
    if (isClosing) exit(log, EXIT.failed);
    isClosing = true;
    log.log.info({ signal, drain }, 'shutting down: finishing open requests');
    setTimeout(() => exit(log, EXIT.ok), grace);
    await host.close();
    log.log.info('stopped');
    exit(log, EXIT.ok);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(signal).catch(onBug));
}

function exit({ flush }: Log, code: number): never {
  flush();
  process.exit(code);
}
