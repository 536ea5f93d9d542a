/** `serpentarium serve`: runs the host until a signal ends it, and applies changes of its configuration. */
import path from 'node:path';
import { closeSync, openSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { findEnvFiles, loadEnvFiles } from '../../config/env-files.js';
import { readLogLevel } from '../../config/environment.js';
import { ConfigError, readConfig, type LoadedConfig } from '../../config/read-config.js';
import { startHost, type Host, type StopReport } from '../../host/host.js';
import { toShownAddress } from '../../exchange/service-url.js';
import { createLog, type Log } from '../../host/log.js';
import { logMounted } from '../../host/report-reload.js';
import { blameInlineStrategy } from '../../snakes/inline-owner.js';
import { systemProblem } from '../../processes/machine.js';
import { print, printError } from '../../terminal/print.js';
import { version } from '../../version.js';
import { EXIT, UsageError } from '../../errors/errors.js';
import { defineCommand } from '../define-command.js';
import { configFlag, flag } from '../flags.js';
import { sourcesBelow, watchFiles } from './watch-files.js';
import type { HostConfig } from '../../config/types.js';
import { formatCount } from '../../views/numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { nameOfHost } from '../game-links.js';

const RELOAD_HELP = 'apply every valid change of the configuration and strategies while running';

export default defineCommand({
  flags: [configFlag('the configuration'), flag('--reload', RELOAD_HELP)],
  notes:
    'PORT, ADMIN_PORT and HOST override the file; LOG_LEVEL is info by default.\n\n' +
    'With --reload, the default of "server.host" is 127.0.0.1.\n\n' +
    'SIGHUP, or POST /reload on the admin port, loads the changed configuration.\n',
  exits: {
    0: 'stopped by a signal',
    1: 'internal error, port in use, or games lost',
    2: 'wrong configuration',
  },
  examples: ['serve', 'serve --config config/snakes.yaml --reload'],
  run: ({ flags }) => serve(flags.config, flags.reload === true),
});

async function serve(file: string, isWatching: boolean): Promise<void> {
  // Once games wait for children and the journal, V8 would allocate the objects of a request in the old generation,
  // where they keep everything of their requests alive until the next full collection.
  setFlagsFromString('--no-allocation-site-pretenuring');
  const problem = systemProblem();
  if (problem !== undefined) printError(problem);
  const read = (): LoadedConfig => {
    loadEnvFiles(file);
    return readConfig(file, process.env, isWatching ? 'dev' : 'host');
  };
  const log = await createLog(readLogLevel(process.env), process.stdout.isTTY);
  // From here on, the signal may come while the host starts.
  const hangup = followHangup();
  const onBug = (bug: unknown) => {
    log.log.fatal({ err: bug }, 'internal error, exiting');
    exit(log, EXIT.failed);
  };
  // Unhandled rejections arrive here as well.
  process.on('uncaughtException', (thrown, origin) => blameInlineStrategy(thrown, origin) || onBug(thrown));
  const start = (loaded: LoadedConfig) => startHost({ loaded, reread: read, log: log.log, env: process.env, onBug });
  const { host, loaded, files } = await startWhenFixed({ file, read, start, log: log.log, isWatching });
  // Before the log says "serving": who waits for that may stop the host at once.
  const close = closeOnSignal(host, loaded, log, onBug);
  logStart(host, loaded, log);
  const reload = async (trigger: string): Promise<void> => void (await host.reload(trigger));
  files.begin(host, reload);
  hangup.begin({ reload, close });
}

interface StartOptions {
  /** The configuration, as the operator wrote it. */
  readonly file: string;
  readonly read: () => LoadedConfig;
  readonly start: (loaded: LoadedConfig) => Promise<Host>;
  readonly log: Logger;
  readonly isWatching: boolean;
}

/**
 * Starts the host, and follows the files: they may be edited meanwhile. With `--reload`, faults are printed, and the
 * next change of a file starts it again.
 */
async function startWhenFixed({ file, read, start, log, isWatching }: StartOptions) {
  for (;;) {
    const loaded = readOrFault(read);
    const { config } = (loaded instanceof ConfigError ? loaded.loadable : loaded) ?? {};
    const files = await followFiles(file, config?.strategies ?? path.dirname(path.resolve(file)), log, isWatching);
    try {
      if (loaded instanceof ConfigError) throw loaded;
      return { host: await start(loaded), loaded, files };
    } catch (thrown) {
      if (!isWatching || !(thrown instanceof UsageError)) throw thrown;
      printError(`${thrown.message}\nwaiting for a change of the files`);
      await files.changed();
    }
  }
}

function readOrFault(read: () => LoadedConfig): LoadedConfig | ConfigError {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown;
    throw thrown;
  }
}

function logStart({ address, admin }: Host, { config }: LoadedConfig, { log }: Log): void {
  const ports = { address: address.address, port: address.port, admin: admin?.port ?? 'off' };
  const journal = config.journal === 'off' ? 'off' : toShownAddress(config.journal.url ?? config.journal.path);
  // On a terminal, print the addresses first.
  if (process.stdout.isTTY) print(`${formatStart(config, { port: address.port, admin: admin?.port })}\n`);
  log.info({ ...ports, journal, version, pid: process.pid }, 'serving');
  if (!process.stdout.isTTY) logMounted(log, config.snakes, 1);
}

/** Time to write the journal and to end the children after the grace period, in ms. */
const CLOSE_MS = 3000;

/**
 * The first signal closes the host, and exits at the latest when the grace period and {@link CLOSE_MS} are over. The
 * second exits at once. The log shows what was finished and left.
 */
function closeOnSignal(host: Host, { config }: LoadedConfig, log: Log, onBug: (bug: unknown) => void) {
  const { drain, grace } = config.server;
  let isClosing = false;
  const close = async (signal: string): Promise<void> => {
    if (isClosing) {
      host.giveUp();
      exit(log, EXIT.failed);
    }
    isClosing = true;
    log.log.info({ signal, drain }, 'shutting down: finishing open requests');
    const end = (report: StopReport): never => {
      log.log.info(report, 'stopped');
      exit(log, report.lost === undefined ? EXIT.ok : EXIT.failed);
    };
    setTimeout(() => end(host.giveUp()), grace + CLOSE_MS);
    end(await host.close());
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void close(signal).catch(onBug));
  return close;
}

function exit({ flush }: Log, code: number): never {
  flush();
  process.exit(code);
}

/** The effects of the signal; the argument is its name, for the log. */
interface HangupActions {
  readonly reload: (signal: string) => Promise<void>;
  readonly close: (signal: string) => Promise<void>;
}

/**
 * From now on, SIGHUP reloads the configuration. A signal before `begin` takes effect then. If the host's terminal was
 * closed, that sent the signal, and the host ends instead.
 */
function followHangup() {
  const hadTerminal = process.stdout.isTTY && hasTerminal();
  let actions: HangupActions | undefined;
  let isEarly = false;
  const hangUp = (): void => {
    if (actions === undefined) return void (isEarly = true);
    void (hadTerminal && !hasTerminal() ? actions.close('SIGHUP') : actions.reload('SIGHUP'));
  };
  process.on('SIGHUP', hangUp);
  return {
    /** The host serves. */
    begin(given: HangupActions): void {
      actions = given;
      if (isEarly) hangUp();
    },
  };
}

function hasTerminal(): boolean {
  try {
    closeSync(openSync('/dev/tty', 'r'));
    return true;
  } catch {
    return false;
  }
}

/** How often the files are checked, in ms: to apply changes, or only to report them. */
const INTERVALS_MS = { watching: 200, noticing: 2000 } as const;

/** How to apply a change, for the log. */
const REMEDY = 'SIGHUP or POST /reload';

/** The host that follows the files, and how it reloads them; `trigger` is for the log. */
interface Following {
  readonly host: Host;
  readonly reload: (trigger: string) => Promise<void>;
}

/**
 * Watches the files, `.env` too, from when it resolves. Changes before `begin` are applied then.
 *
 * @param file the configuration, as the operator wrote it.
 * @param strategies absolute path of the initial directory of strategies.
 * @param isWatching whether changes are applied; otherwise they are only logged.
 */
async function followFiles(file: string, strategies: string, log: Logger, isWatching: boolean) {
  const config = path.resolve(file);
  let following: Following | undefined;
  let early: readonly string[] = [];
  let onEarly: (() => void) | undefined;
  const list = async () => {
    const { files, strategies: directory } = following?.host ?? { files: [], strategies };
    const all = isWatching || following === undefined ? await sourcesBelow(directory) : [];
    return [...new Set([config, ...findEnvFiles(file), ...files, ...all])];
  };
  const onChange = (files: readonly string[]): void => {
    if (following === undefined) {
      early = [...early, ...files];
      return onEarly?.();
    }
    const { host, reload } = following;
    if (isWatching) return void reload(`changed: ${toNames(files).join(', ')}`);
    void report(host, files);
  };
  /** A file that has changed since the last check may have been reloaded since, or be what it was before. */
  const report = async (host: Host, files: readonly string[]): Promise<void> => {
    const stale = await host.findStale();
    if (stale.configuration && files.includes(config)) {
      log.warn({ file, remedy: REMEDY }, 'configuration changed: reload to apply');
    }
    const served = files.filter((name) => host.files.includes(name));
    if (!stale.strategies || served.length === 0) return;
    log.warn({ files: toNames(served), remedy: REMEDY }, 'strategy changed: reload to apply');
  };
  const interval = isWatching ? INTERVALS_MS.watching : INTERVALS_MS.noticing;
  const stop = await watchFiles({ list, onChange, interval, isNewAChange: isWatching });
  return {
    begin(host: Host, reload: Following['reload']): void {
      following = { host, reload };
      if (early.length > 0) onChange([...new Set(early)]);
    },
    /** No host follows the files. Resolves when one has changed, and watches them no longer. */
    async changed(): Promise<void> {
      const keepAlive = setInterval(() => undefined, 60_000);
      await new Promise<void>((resolve) => {
        onEarly = resolve;
        if (early.length > 0) resolve();
      });
      clearInterval(keepAlive);
      stop();
    },
  };
}

/** Relative to the working directory, for people. */
function toNames(files: readonly string[]): string[] {
  return files.map((file) => path.relative('.', file));
}

interface StartPorts {
  /** Of the public port. */
  readonly port: number;
  /** Of the admin port; absent if it is off. */
  readonly admin: number | undefined;
}

/** Addresses are the ones under which this machine reaches the host, with the keys; none is broken by a line. */
export function formatStart(
  { server, snakes, experiments, keys }: Pick<HostConfig, 'server' | 'snakes' | 'experiments' | 'keys'>,
  { port, admin }: StartPorts,
): string {
  const base = `http://${nameOfHost(server.host)}:${port}`;
  const page =
    server.admin === 'off' || admin === undefined
      ? []
      : [['the page', `http://${nameOfHost(server.admin.host)}:${admin}`]];
  const addressOf = (prefix: string) => base + prefix + (keys.has(prefix) ? `?key=${keys.get(prefix)}` : '');
  const served = [
    ...snakes.map(({ prefix, name }) => [name, addressOf(prefix)]),
    ...experiments.map(({ prefix, name }) => [`experiment ${name}`, addressOf(prefix)]),
  ];
  return formatTable([`serving ${formatCount(snakes.length, 'snake')}:`, ''], [...page, ...served]);
}
