/**
 * From a configuration to its mounted snakes, or everything that is wrong with their strategies. Used by host and
 * commands.
 */
import type { LoadedConfig } from '../config/read-config.js';
import { locateFault } from '../config/snake-faults.js';
import type { ExperimentConfig, SideBySideConfig, SnakeConfig } from '../config/types.js';
import { byPlace, UsageError, messageOf, type Fault } from '../errors/errors.js';
import type { Assignment } from '../journal/journal-event.js';
import { identifySides, type LiveExperiment } from '../journal/report/experiment-sides.js';
import { Experiment } from '../snakes/experiment.js';
import type { Guard, Guards } from '../snakes/guards.js';
import {
  mountShadow,
  mountSnake,
  sourceFault,
  type Mounting,
  type MountWarning,
  type MountDeps,
} from '../snakes/mount-snake.js';
import type { ClosableMount } from '../snakes/mount.js';
import type { MountTable, SourcedMount } from '../snakes/mount-table.js';
import type { MountedSnake } from '../snakes/mounted-snake.js';
import type { SnakeListener } from '../snakes/snake-report.js';
import { SourceCache } from '../snakes/source-content.js';
import type { Side } from '../views/report-lines.js';

export interface MountAllDeps extends Pick<
  MountDeps,
  'env' | 'listener' | 'loopDelay' | 'record' | 'keep' | 'keepsNotes' | 'limits'
> {
  readonly loaded: LoadedConfig;
  /** The guards of splits (default: they have none). */
  readonly guards?: Guards | undefined;
  /** Whether to mount the snake or experiment at a prefix (default: all). */
  readonly isWanted?: ((prefix: string) => boolean) | undefined;
  /** Pass the same cache to all calls that should get the same code. */
  readonly cache: SourceCache;
}

/**
 * Loads every strategy and mounts every snake that is wanted, in the order of the configuration. Throws a
 * {@link UsageError} with the faults of all of them, each at its line; then nothing is left running.
 */
export async function mountAll(
  given: Omit<MountAllDeps, 'cache'> & { readonly cache?: SourceCache },
): Promise<{ snakes: MountedSnake[]; warnings: Fault[] }> {
  const deps: MountAllDeps = { cache: new SourceCache(), ...given };
  const { config } = deps.loaded;
  const { isWanted = () => true } = deps;
  const unwanted = Promise.resolve<Mounting>({ warnings: [] });
  const mountings = await Promise.all(
    config.snakes.map(async (snake) => {
      if (!isWanted(snake.prefix)) return unwanted;
      return mountOne(deps, snake, { assignment: await findAssignment(deps, snake.prefix) });
    }),
  );

  const snakes = mountings.flatMap(({ snake }) => snake ?? []);
  const found = mountings.flatMap(({ warnings }, index) => warnings.map((warning) => ({ index, warning })));
  const located = (level: MountWarning['level']) =>
    found
      .filter(({ warning }) => warning.level === level)
      .map(({ index, warning }) =>
        locateFault(config.snakes[index]!, warning, (path) => deps.loaded.locate(['snakes', index, ...path])),
      )
      .sort(byPlace);
  const faults = located('fault');
  if (faults.length > 0) {
    await Promise.all(snakes.map((snake) => snake.close()));
    throw new UsageError(faults);
  }
  return { snakes, warnings: located('warning') };
}

/**
 * Mounts the experiments that are wanted, between snakes that {@link mountAll} has mounted without a fault. Throws if
 * one of their strategies cannot be loaded again; then none is left running.
 */
export async function mountExperiments(deps: MountAllDeps): Promise<ClosableMount[]> {
  const { isWanted = () => true } = deps;
  const experiments = deps.loaded.config.experiments.filter(({ prefix }) => isWanted(prefix));
  return allOrNone(experiments.map((config) => mountExperiment(deps, config)));
}

/**
 * The sources of each snake and experiment, by prefix: its configuration and the content of its files. Omits a snake
 * whose source cannot be read; {@link mountAll} reports why.
 */
export async function findMountSources(deps: MountAllDeps): Promise<Map<string, object>> {
  const { snakes, experiments, keys } = deps.loaded.config;
  const found = await Promise.allSettled(snakes.map(({ source }) => deps.cache.read(source)));
  const hashes = new Map(
    found.flatMap((one, index) =>
      one.status === 'rejected' ? [] : [[snakes[index]!.prefix, one.value.hash] as const],
    ),
  );
  const sideOf = (prefix: string) => ({ config: findSnake(deps, prefix), hash: hashes.get(prefix) });
  const assignments = await Promise.all(snakes.map(({ prefix }) => findAssignment(deps, prefix)));
  return new Map<string, object>([
    ...snakes.flatMap(({ prefix }, index) => {
      const source = { ...sideOf(prefix), key: keys.get(prefix), assignment: assignments[index] };
      return hashes.has(prefix) ? [[prefix, source] as const] : [];
    }),
    ...experiments
      .filter(({ base, candidate }) => hashes.has(base) && hashes.has(candidate))
      .map((config) => {
        const { prefix, base, candidate } = config;
        return [prefix, { config, sides: [sideOf(base), sideOf(candidate)], key: keys.get(prefix) }] as const;
      }),
  ]);
}

/**
 * Mounts what `table` does not have yet, with `version`. All or nothing: throws like {@link mountAll} and {@link
 * mountExperiments}, and then leaves nothing new running. Changes neither the table nor its mounts. Returns the mounts
 * to serve, in the order of the configuration, and the warnings of new strategies.
 */
export async function mountVersions(
  deps: Omit<MountAllDeps, 'isWanted'>,
  table: Pick<MountTable, 'find'>,
  version: number,
): Promise<{ versions: SourcedMount[]; warnings: Fault[] }> {
  const { keys, snakes, experiments } = deps.loaded.config;
  const sources = await findMountSources(deps);
  const prefixes = [...snakes, ...experiments].map(({ prefix }) => prefix);
  const kept = new Map<string, SourcedMount>();
  for (const prefix of prefixes) {
    const source = sources.get(prefix);
    const same = source && table.find(prefix, source);
    if (same !== undefined) kept.set(prefix, same);
  }
  const isWanted = (prefix: string) => !kept.has(prefix);
  const mounted = await mountAll({ ...deps, isWanted });
  const both = await mountExperiments({ ...deps, isWanted }).catch(async (thrown: unknown) => {
    await Promise.all(mounted.snakes.map((snake) => snake.close()));
    throw thrown;
  });
  const made = new Map<string, ClosableMount>([...mounted.snakes, ...both].map((mount) => [mount.prefix, mount]));
  const versions = prefixes.map((prefix) => {
    const mount = made.get(prefix);
    if (mount === undefined) return kept.get(prefix)!;
    return { mount, version, key: keys.get(prefix), source: sources.get(prefix)! };
  });
  return { versions, warnings: mounted.warnings };
}

/** Resolves with all that was mounted. If one failed, closes the others and rejects with its reason. */
async function allOrNone<T extends ClosableMount>(pending: readonly Promise<T>[]): Promise<T[]> {
  const mountings = await Promise.allSettled(pending);
  const mounted = mountings.flatMap((mounting) => (mounting.status === 'fulfilled' ? [mounting.value] : []));
  const failed = mountings.find((mounting) => mounting.status === 'rejected');
  if (failed === undefined) return mounted;
  await Promise.all(mounted.map((mount) => mount.close()));
  throw failed.reason;
}

/** Mounts both variants again under the experiment's prefix, each with its own child processes and games. */
async function mountExperiment(deps: MountAllDeps, config: ExperimentConfig): Promise<ClosableMount> {
  const { split } = config;
  if (split === 'shadow') return mountShadowed(deps, config);
  const live = await describeExperiment(deps, config, split);
  const guard = deps.guards?.of(live);
  const heard = { base: deps, candidate: observe(deps, config, guard) };
  const variants = (['base', 'candidate'] as const).map((variant) =>
    mountVariant(heard[variant], config, variant, { split, sides: identifySides(live) }, { guard }),
  );
  const [base, candidate] = await allOrNone(variants);
  const sides = { base: base!, candidate: candidate! };
  return new Experiment({ ...config, split }, sides, guard, deps.guards?.listener.findSide);
}

/** Lets a guard hear the candidate. Late turns of a server do not count: the network may be slow. */
function observe(deps: MountAllDeps, config: ExperimentConfig, guard: Guard | undefined): MountAllDeps {
  const isUpstream = findSnake(deps, config.candidate).source.kind === 'upstream';
  const listener: SnakeListener = (snake, report) => {
    deps.listener?.(snake, report);
    const isLate = report.type === 'answered' && report.answer.kind === 'late';
    if (!isUpstream || !isLate) guard?.observe(report);
  };
  return { ...deps, listener };
}

/** The side that a snake plays under its own URL; `undefined` without one, or if the other side cannot be read. */
async function findAssignment(deps: MountAllDeps, prefix: string): Promise<Assignment | undefined> {
  const config = deps.loaded.config.sideBySide.find(({ base, candidate }) => base === prefix || candidate === prefix);
  const described = config && (await describeExperiment(deps, config).catch(() => undefined));
  if (config === undefined || described === undefined) return undefined;
  const variant = config.base === prefix ? 'base' : 'candidate';
  return { experiment: config.name, variant, split: 0, sides: identifySides(described) };
}

/** Each live experiment with the current state of its two sides. Rejects if a strategy cannot be bundled. */
export async function describeExperiments(deps: MountAllDeps): Promise<LiveExperiment[]> {
  const { experiments, sideBySide } = deps.loaded.config;
  return Promise.all([
    ...experiments.flatMap((config) =>
      config.split === 'shadow' ? [] : [describeExperiment(deps, config, config.split)],
    ),
    ...sideBySide.map((config) => describeExperiment(deps, config)),
  ]);
}

async function describeExperiment(
  deps: MountAllDeps,
  config: ExperimentConfig | SideBySideConfig,
  split = 0,
): Promise<LiveExperiment> {
  const sideOf = async (prefix: string): Promise<Side> => {
    const { source, customization, options } = findSnake(deps, prefix);
    const { hash } = await deps.cache.read(source);
    return { hash, version: customization.version ?? '', options: JSON.stringify(options) };
  };
  const [base, candidate] = await Promise.all([sideOf(config.base), sideOf(config.candidate)]);
  const snakes = 'prefix' in config ? [config.prefix] : [config.base, config.candidate];
  return { snakes, experiment: config.name, split, plan: 'plan' in config ? config.plan : undefined, base, candidate };
}

/** Mounts the base again, with the candidate as its shadow. */
async function mountShadowed(deps: MountAllDeps, config: ExperimentConfig): Promise<ClosableMount> {
  const { prefix, name, candidate } = config;
  const snake = { ...findSnake(deps, candidate), prefix };
  const shadow = await deps.cache
    .read(snake.source)
    .then((content) => mountShadow({ ...deps, config: snake, content }))
    .catch((thrown: unknown) => Promise.reject(new Error(`Experiment "${name}": ${messageOf(thrown)}`)));
  try {
    return await mountVariant(deps, config, 'base', { split: 0 }, { shadow });
  } catch (thrown) {
    await shadow.close();
    throw thrown;
  }
}

async function mountVariant(
  deps: MountAllDeps,
  config: ExperimentConfig,
  variant: Assignment['variant'],
  sides: Pick<Assignment, 'split' | 'sides'>,
  more: Pick<MountDeps, 'shadow' | 'guard'>,
): Promise<MountedSnake> {
  const { prefix, name } = config;
  const served = { ...findSnake(deps, config[variant]), prefix };
  const { snake, warnings } = await mountOne(deps, served, {
    assignment: { experiment: name, variant, ...sides },
    ...more,
  });
  if (snake !== undefined) return snake;
  throw new Error(`Experiment "${name}": ${warnings.map(({ message }) => message).join(' ')}`);
}

function findSnake({ loaded }: MountAllDeps, prefix: string): SnakeConfig {
  return loaded.config.snakes.find((one) => one.prefix === prefix)!;
}

async function mountOne(
  deps: MountAllDeps,
  config: SnakeConfig,
  more: Pick<MountDeps, 'assignment' | 'shadow' | 'guard'> = {},
): Promise<Mounting> {
  try {
    const content = await deps.cache.read(config.source);
    return await mountSnake({ ...deps, config, content, ...more });
  } catch (thrown) {
    return { warnings: [sourceFault(config, messageOf(thrown))] };
  }
}
