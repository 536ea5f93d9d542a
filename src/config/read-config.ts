/**
 * Reads a YAML file and the environment into a {@link HostConfig}: parse, check against the schema, check values
 * against each other and the disk, fill in. Called by the commands.
 */
import { dirname, resolve } from 'node:path';
import { byPlace, UsageError, type Fault, type SourceLocation } from '../errors.js';
import type { Path } from '../json-pointer.js';
import { readAlertUrls } from './check-alerts.js';
import { readJournalUrl } from './check-journal.js';
import { checkServer } from './check-server.js';
import { checkShape, type DeepPartial, type ReportFault } from './check-shape.js';
import {
  checkExperiments,
  checkInline,
  readAccessKeys,
  checkLooks,
  checkPrefixes,
  checkShadows,
  checkStrategies,
  checkVariables,
  checkWatch,
  type Reports,
} from './check-snakes.js';
import { readEnvironment, type Environment, type Overrides } from './environment.js';
import { readText } from './read-text.js';
import type { ConfigFile } from './schema.js';
import { parseSize } from './size.js';
import { listStrategies } from './strategy-files.js';
import type { AdminConfig, ExperimentConfig, HostConfig, JournalConfig, ServerConfig, SnakeConfig } from './types.js';
import { parseYaml, type YamlTree } from './yaml/yaml-tree.js';

/** A configuration without faults, and the places of its values, so that later faults can name a line. */
export interface LoadedConfig {
  readonly config: HostConfig;
  /** In the order of the file. */
  readonly warnings: readonly Fault[];
  /**
   * The place of a value in the file, or of its key: `['snakes', 2, 'options', 'hungerBelow']`. If it is not written,
   * the place of its nearest ancestor. The indexes of `snakes` are those of `config.snakes`.
   */
  locate(path: Path, part?: 'key' | 'value'): SourceLocation;
}

/**
 * Reads a configuration file.
 *
 * `PORT`, `ADMIN_PORT`, `HOST`, `SERPENTARIUM_TOKEN` and `SERPENTARIUM_JOURNAL` of `env` win over the file. Throws a
 * {@link UsageError} with all faults at once, in the order of the file; their source is `file` as given here.
 */
export function readConfig(file: string, env: Environment): LoadedConfig {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const environmentFaults: Fault[] = [];
  const overrides = readEnvironment(env, environmentFaults);
  const stop = () => new UsageError([...inOrder(faults), ...environmentFaults]);

  const read = readText(file);
  if ('problem' in read) {
    faults.push({ source: file, message: read.problem });
    throw stop();
  }
  const tree = parseYaml(file, read.text);
  faults.push(...tree.faults);
  if (tree.value === undefined) {
    if (faults.length === 0) faults.push({ source: file, message: 'is empty. It needs at least a list "snakes".' });
    throw stop();
  }

  const reportTo =
    (list: Fault[]): ReportFault =>
    (path, message, part) =>
      void list.push({ source: file, ...tree.locate(path, part), message });
  const fault = reportTo(faults);
  const { valid, complete } = checkShape(tree.value, fault);
  checkServer(valid.server ?? {}, overrides, fault, environmentFaults);
  const reports = { fault, warning: reportTo(warnings) };
  const { files, keys } = checkSnakes(valid, tree, file, env, reports);
  const urls = readAlertUrls(valid.alerts ?? [], env, reports);
  const journalUrl = readJournalUrl(valid.journal, { overrides, env }, fault, environmentFaults);
  if (complete === undefined || faults.length > 0 || environmentFaults.length > 0) throw stop();
  const alerts = complete.alerts.flatMap((alert, index) =>
    urls[index] === undefined ? [] : [{ ...alert, url: urls[index] }],
  );
  const config = { ...toHostConfig(file, complete, files, { ...overrides, journal: journalUrl }), keys, alerts };
  return {
    config,
    warnings: inOrder(warnings),
    locate: (path, part) => ({ source: file, ...tree.locate(path, part) }),
  };
}

/** What checking the snakes finds: the file of each strategy by its name, the keys by prefix. */
interface Checked {
  readonly files: ReadonlyMap<string, string>;
  readonly keys: ReadonlyMap<string, string>;
}

/** Checks the snakes against each other, the disk and the environment. */
function checkSnakes(
  valid: DeepPartial<ConfigFile>,
  tree: YamlTree,
  file: string,
  env: Environment,
  reports: Reports,
): Checked {
  const { snakes = [], experiments = [], strategies, journal } = valid;
  const lineOf = (path: Path) => tree.locate(path).line;
  checkPrefixes(snakes, experiments, lineOf, reports);
  checkExperiments(snakes, experiments, (path) => tree.has(path), reports);
  checkShadows(journal, experiments, lineOf, reports);
  checkWatch(valid.server?.watch, snakes, experiments, reports);
  checkLooks(snakes, reports);
  checkVariables(snakes, env, reports);
  checkInline(snakes, (path) => tree.has(path), reports);
  const keys = readAccessKeys(snakes, experiments, env, reports);
  if (strategies === undefined) return { files: new Map(), keys };
  const directory = listStrategies(resolve(dirname(file), strategies), strategies);
  if (!('problem' in directory)) return { files: checkStrategies(snakes, directory, reports), keys };
  const isDefault = tree.has(['strategies']) ? '' : ' This is the default: "strategies" is not given.';
  reports.fault(['strategies'], directory.problem + isDefault);
  return { files: new Map(), keys };
}

/** Sorts by place, and removes repetitions: a wrong value with several aliases is reported once for each. */
function inOrder(faults: readonly Fault[]): Fault[] {
  const seen = new Set<string>();
  const once = faults.filter((fault) => {
    const key = JSON.stringify(fault);
    return !seen.has(key) && seen.add(key);
  });
  return once.sort(byPlace);
}

/** Completes a checked file: applies the environment, makes paths absolute, sizes bytes. */
function toHostConfig(
  file: string,
  checked: ConfigFile,
  files: ReadonlyMap<string, string>,
  overrides: Overrides,
): Omit<HostConfig, 'keys' | 'alerts'> {
  const { server, journal } = checked;
  const filled: ServerConfig = {
    ...server,
    host: overrides.host ?? server.host,
    port: overrides.port ?? server.port,
    admin: server.admin === 'off' ? 'off' : toAdminConfig(server.admin, overrides),
    maxBody: parseSize(server.maxBody)!,
  };
  return {
    file,
    server: filled,
    strategies: resolve(dirname(file), checked.strategies),
    snakes: checked.snakes.map((snake) => toSnakeConfig(snake, files.get(snake.strategy)!)),
    experiments: checked.experiments.map(toExperimentConfig),
    journal: journal === 'off' ? 'off' : toJournalConfig(journal, overrides.journal),
  };
}

function toJournalConfig(journal: JournalConfig, url: string | undefined): JournalConfig {
  return { ...journal, path: resolve(journal.path), ...(url !== undefined && { url }) };
}

function toAdminConfig(written: AdminConfig, { adminPort, token }: Overrides): AdminConfig {
  return { ...written, port: adminPort ?? written.port, ...(token && { token }) };
}

function toSnakeConfig(written: ConfigFile['snakes'][number], file: string): SnakeConfig {
  const { author, version, customization, name, key: _, ...rest } = written;
  const looks = { ...customization, author, version };
  const given = Object.entries(looks).filter(([, value]) => value !== undefined);
  return { ...rest, file, name: name ?? written.strategy, customization: Object.fromEntries(given) };
}

function toExperimentConfig(written: ConfigFile['experiments'][number]): ExperimentConfig {
  const { shadow, split, key: _, ...rest } = written;
  return { ...rest, split: shadow ? 'shadow' : split };
}
