/**
 * Reads a YAML file and the environment into a {@link HostConfig}: parse, check against the schema, check values
 * against each other and the disk, fill in. Called by the commands.
 */
import { resolve } from 'node:path';
import { byPlace, UsageError, type Fault, type SourceLocation } from '../errors/errors.js';
import { formatPointer, type Path } from '../errors/json-pointer.js';
import { isRecord } from '../errors/kind-of.js';
import { checkAllowed, toArenaEntries, toExperimentConfigs, toSnakeConfig } from './to-snake-config.js';
import { checkJournalPackages, checkJournalUrl, checkAlerts, checkServer } from './check-server.js';
import { checkShape, type DeepPartial, type ReportFault, type Reports } from './check-shape.js';
import { checkConflicts } from './check-conflicts.js';
import { checkExperiments, checkSnakeCustomizations, checkPrefixes, checkVariables } from './check-snakes.js';
import { ENV_FILE } from './env-files.js';
import { readEnvironment, resolveVariables, type Environment, type Overrides } from './environment.js';
import { DEFAULT_CONFIG, JOURNAL, pathOf, readText } from './read-text.js';
import { findSources, type SourceDeps } from './check-sources.js';
import type { ConfigFile } from './schema.js';
import { listIfThere, listStrategies, STRATEGIES, type StrategyDirectory } from './strategy-files.js';
import { suggestNeighbour } from './suggest-neighbour.js';
import { secretsOf } from './secrets.js';
import { versionsFolder, type HostConfig, type SnakeSource } from './types.js';
import { parseYaml, type YamlTree } from './yaml-tree.js';

/** A configuration without faults, and the places of its values, so that later faults can name a line. */
export interface LoadedConfig {
  readonly config: HostConfig;
  /** In the order of the file. */
  readonly warnings: readonly Fault[];
  /**
   * The place of a value in the file, or of its key: `['snakes', 2, 'options', 'hungerBelow']`. If it is not written,
   * the place of its nearest ancestor. `snakes` has the indexes of `config.snakes`.
   */
  locate(path: Path, part?: 'key' | 'value'): SourceLocation;
}

/** A configuration has faults. Its strategies may have more, found when they are loaded. */
export class ConfigError extends UsageError {
  /** Snakes whose strategies can still be loaded, with defaults for the rest; absent if there are none. */
  readonly loadable: LoadedConfig | undefined;

  constructor(faults: readonly Fault[], loadable: LoadedConfig | undefined) {
    super(faults);
    this.loadable = loadable;
  }
}

/**
 * The purpose: to run a host; to run one during development, on this machine unless it names an address; or to play
 * local games, which need no secrets.
 */
export type ConfigUse = 'host' | 'dev' | 'home';

/**
 * Reads a configuration file.
 *
 * `PORT`, `ADMIN_PORT`, `HOST`, `SERPENTARIUM_TOKEN` and `SERPENTARIUM_JOURNAL` of `env` override the file. For local
 * games, they have no effect, nor do the parts of the file for hosts. Throws a {@link ConfigError} with all faults at
 * once, in the order of the file; their source is `file` as given here.
 */
export function readConfig(file: string, env: Environment, use: ConfigUse = 'host'): LoadedConfig {
  const faults: Fault[] = [];
  const warnings: Fault[] = [];
  const environmentFaults: Fault[] = [];
  const overrides = { ...readEnvironment(use === 'home' ? {} : env, environmentFaults) };
  const stop = (loadable?: LoadedConfig) => new ConfigError([...inOrder(faults), ...environmentFaults], loadable);

  const tree = parseFile(file, faults);
  if (tree?.value === undefined) {
    if (faults.length === 0) faults.push({ source: file, message: 'is empty. It needs at least a list "snakes".' });
    throw stop();
  }
  if (use === 'dev' && !tree.has(['server', 'host'])) overrides.host ??= '127.0.0.1';
  const reportTo =
    (list: Fault[]): ReportFault =>
    (path, message, part) =>
      void list.push({ source: file, ...tree.locate(path, part), message });
  const names = new Map<string, string>();
  const report = reportTo(faults);
  const fault: ReportFault = (path, message, part) => {
    const name = names.get(formatPointer(path));
    if (name === undefined) report(path, message, part);
    // An unset variable has been reported.
    else if (env[name]?.trim()) report(path, `${message} It comes from environment variable "${name}".`, part);
  };
  const reports: Reports = {
    fault,
    warning: reportTo(warnings),
    lineOf: (path) => tree.locate(path).line,
    isWritten: (path) => tree.has(path),
  };
  const used = withoutUnused(tree.value, overrides, use);
  const envFile = pathOf(file, undefined, ENV_FILE);
  const source = { env, envFile, fault: report, names, skipsSecrets: use === 'home' };
  const { valid, complete } = checkShape(resolveVariables(used, source), fault);
  const ports = checkServer(valid.server ?? {}, overrides, fault, environmentFaults);
  checkAlerts(valid.alerts ?? [], fault);
  checkJournalUrl(valid.journal, overrides, fault, environmentFaults);
  if (use !== 'home') checkJournalPackages(valid.journal, overrides, fault);
  const sources = checkSnakes(valid, tree, env, { ...reports, file, ownPorts: use === 'home' ? [] : ports });
  if (complete === undefined || faults.length > 0 || environmentFaults.length > 0)
    throw stop(toLoadable(file, tree, valid, sources));
  return {
    config: toHostConfig(file, complete, sources, overrides),
    warnings: inOrder(warnings),
    locate: (path, part) => ({ source: file, ...tree.locate(path, part) }),
  };
}

/** The default without a configuration: no snakes, and the strategies of the folder `strategies`. */
export function withoutConfig(): LoadedConfig {
  const { complete } = checkShape({ snakes: [{ prefix: '/' }] }, () => undefined);
  const config = toHostConfig(DEFAULT_CONFIG, { ...complete!, snakes: [] }, new Map(), readEnvironment({}, []));
  return { config, warnings: [], locate: () => ({ source: DEFAULT_CONFIG }) };
}

/** The snakes of a faulty file that can be loaded: their sources exist, and their options have no fault. */
function toLoadable(
  file: string,
  tree: YamlTree,
  { snakes = [] }: DeepPartial<ConfigFile>,
  sources: ReadonlyMap<number, SnakeSource>,
): LoadedConfig | undefined {
  const found = snakes.flatMap((snake, index) => {
    const { prefix = '/', options, isolation, allow, memory } = snake ?? {};
    const isWrong = options === undefined && tree.has(['snakes', index, 'options']);
    const source = sources.get(index);
    if (isWrong || source === undefined) return [];
    return [{ index, source, snake: { prefix, options, isolation, allow, memory } }];
  });
  const { complete } = checkShape({ snakes: found.map(({ snake }) => snake) }, () => undefined);
  if (complete === undefined) return undefined;
  const loadable = new Map(found.map(({ source }, at) => [at, source]));
  return {
    config: toHostConfig(file, complete, loadable, readEnvironment({}, [])),
    warnings: [],
    locate([key, index, ...rest], part) {
      return { source: file, ...tree.locate([key!, found[Number(index)]?.index ?? index!, ...rest], part) };
    },
  };
}

function parseFile(file: string, faults: Fault[]): YamlTree | undefined {
  const read = readText(file);
  if ('problem' in read) {
    const first = file === DEFAULT_CONFIG ? ' "npx serpentarium init" writes a first one.' : '';
    const place = suggestNeighbour(file) || ` It was looked for at "${resolve(file)}".${first}`;
    return void faults.push({ source: file, message: read.problem + (read.isThere ? '' : place) });
  }
  const tree = parseYaml(file, read.text);
  faults.push(...tree.faults);
  return tree;
}

/** The file without keys that the environment overrides or that are unused: their variables may be unset. */
function withoutUnused(written: unknown, { token, journal: url }: Overrides, use: ConfigUse): unknown {
  if (!isRecord(written)) return written;
  if (use === 'home') {
    const { server: _, alerts: __, journal, ...rest } = written;
    // No sandbox may show the journal, wherever it is.
    if (isRecord(journal) && 'path' in journal) return { ...rest, journal: { path: journal['path'] } };
    return journal === 'off' ? { ...rest, journal } : rest;
  }
  const { server, journal } = written;
  if (isRecord(server) && isRecord(server['admin']) && token !== undefined) delete server['admin']['token'];
  if (isRecord(journal) && url !== undefined) delete journal['url'];
  return written;
}

/** Checks the snakes against each other, the disk and the environment. Returns the source of each, by its index. */
function checkSnakes(
  valid: DeepPartial<ConfigFile>,
  tree: YamlTree,
  env: Environment,
  deps: Reports & Pick<SourceDeps, 'file' | 'ownPorts'>,
): ReadonlyMap<number, SnakeSource> {
  const { snakes = [], experiments = [], strategies, journal } = valid;
  checkPrefixes(snakes, experiments, valid.server, deps);
  // Without a list of snakes, the experiments have no further faults.
  if (valid.snakes !== undefined) checkExperiments(snakes, experiments, deps);
  checkConflicts(valid, deps);
  checkSnakeCustomizations(snakes, deps);
  checkVariables(snakes, env, deps);
  checkAllowed(snakes, { file: deps.file, secrets: secretsOf(deps.file, journal) }, deps);
  const written =
    isRecord(tree.value) && Array.isArray(tree.value['snakes']) ? (tree.value['snakes'] as unknown[]) : [];
  const keysOf = (index: number) => Object.keys(isRecord(written[index]) ? written[index] : {});
  return findSources(snakes, { ...deps, path: env['PATH'], directory: findDirectory(strategies, deps), keysOf });
}

/** The directory of strategies: must exist if it is configured. */
function findDirectory(
  strategies: string | undefined,
  { file, fault, isWritten }: Reports & Pick<SourceDeps, 'file'>,
): StrategyDirectory | undefined {
  const path = pathOf(file, strategies, STRATEGIES);
  if (!isWritten(['strategies'])) return listIfThere(path, STRATEGIES);
  // An invalid value has been reported.
  if (strategies === undefined) return undefined;
  const directory = listStrategies(path, strategies);
  return 'files' in directory ? directory : void fault(['strategies'], directory.problem);
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

/** Completes a checked file: applies the environment, and makes paths absolute. */
function toHostConfig(
  file: string,
  { server, snakes, experiments, journal, alerts, ...checked }: ConfigFile,
  sources: ReadonlyMap<number, SnakeSource>,
  { host = server.host, port = server.port, adminPort, token, journal: url }: Overrides,
): HostConfig {
  const { url: publicUrl, ...serving } = server;
  const { admin } = server;
  const mounts = [...snakes, ...experiments.flatMap(({ prefix, ...one }) => (prefix ? { prefix, ...one } : []))];
  const kept =
    journal === 'off' ? journal : { ...journal, path: pathOf(file, journal.path, JOURNAL), ...(url && { url }) };
  const places = { file, secrets: secretsOf(file, journal), versions: versionsFolder(kept) };
  return {
    file,
    server: {
      ...serving,
      host,
      port,
      admin: admin === 'off' ? 'off' : { ...admin, port: adminPort ?? admin.port, ...(token && { token }) },
    },
    strategies: pathOf(file, checked.strategies, STRATEGIES),
    snakes: snakes.map((snake, index) => toSnakeConfig(snake, sources.get(index)!, places)),
    ...toExperimentConfigs(experiments),
    journal: kept,
    alerts,
    keys: new Map(mounts.flatMap(({ prefix, key }) => (key === undefined ? [] : [[prefix, key]]))),
    publicUrl: publicUrl?.replace(/\/+$/, ''),
    arena: toArenaEntries(mounts),
  };
}
