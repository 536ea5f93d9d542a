/** From a configuration to its mounted snakes, or all that is wrong with their strategies. `serve` and `check` both start here. */
import type { LoadedConfig } from './config/read-config.js';
import { byPlace, UsageError, messageOf, type Fault } from './errors.js';
import type { ExperimentConfig, SnakeConfig } from './config/types.js';
import { bundleStrategy, type Bundle } from './snakes/strategy/bundle.js';
import { Experiment, type Side } from './snakes/experiment.js';
import type { SnakeEvents } from './snakes/events.js';
import { mountShadow, mountSnake, type Mounting, type MountWarning, type MountDeps } from './snakes/mount-snake.js';
import type { MountedSnake } from './snakes/mounted-snake.js';
import type { Shadow } from './snakes/shadow.js';
import type { JournalEvent, Assignment } from './journal/journal-event.js';

export interface MountAllDeps {
  readonly loaded: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: SnakeEvents;
  /** Delay of the event loop, in ms. */
  readonly load: () => number;
  /** Where to keep what is played; without it, nothing is kept. */
  readonly keep?: ((entry: JournalEvent) => void) | undefined;
}

/**
 * Loads every strategy and mounts every snake, in the order of the configuration. Throws a {@link UsageError} with the
 * faults of all of them, each at its line; then nothing is left running.
 */
export async function mountAll(deps: MountAllDeps): Promise<{ snakes: MountedSnake[]; warnings: Fault[] }> {
  const { config } = deps.loaded;
  const bundles = new Map<string, Promise<Bundle>>();
  for (const { file } of config.snakes) if (!bundles.has(file)) bundles.set(file, bundleStrategy(file));
  const mountings = await Promise.all(config.snakes.map((snake) => mountOne(deps, snake, bundles)));

  const snakes = mountings.flatMap(({ snake }) => snake ?? []);
  const remarks = mountings.flatMap((mounting, index) => mounting.remarks.map((remark) => ({ index, remark })));
  const located = (level: MountWarning['level']) =>
    remarks
      .filter(({ remark }) => remark.level === level)
      .map(({ index, remark }) => locate(deps.loaded, index, remark))
      .sort(byPlace);
  const faults = located('fault');
  if (faults.length > 0) {
    await Promise.all(snakes.map((snake) => snake.close()));
    throw new UsageError(faults);
  }
  return { snakes, warnings: located('warning') };
}

/**
 * Mounts the experiments between snakes that {@link mountAll} has found sound. Throws where one cannot be loaded once more;
 * then none is left running.
 */
export async function mountExperiments(deps: MountAllDeps): Promise<Side[]> {
  const { experiments } = deps.loaded.config;
  const mountings = await Promise.allSettled(experiments.map((config) => mountExperiment(deps, config)));
  const mounted = mountings.flatMap((mounting) => (mounting.status === 'fulfilled' ? [mounting.value] : []));
  const failed = mountings.find((mounting) => mounting.status === 'rejected');
  if (failed === undefined) return mounted;
  await Promise.all(mounted.map((experiment) => experiment.close()));
  throw failed.reason;
}

/** Two more of snakes that stand already: as children of their own, and with games of their own. */
async function mountExperiment(deps: MountAllDeps, config: ExperimentConfig): Promise<Side> {
  const { split } = config;
  if (split === 'shadow') return mountShadowed(deps, config);
  const sides = [mountSide(deps, config, 'base', { split }), mountSide(deps, config, 'candidate', { split })] as const;
  const [base, candidate] = await Promise.all(sides);
  return new Experiment({ ...config, split }, { base, candidate });
}

/** The base once more, with the candidate as its shadow. */
async function mountShadowed(deps: MountAllDeps, config: ExperimentConfig): Promise<Side> {
  const { prefix, name, candidate } = config;
  const snake = { ...findSnake(deps, candidate), prefix };
  const shadow = await bundleStrategy(snake.file)
    .then((bundle) => mountShadow({ ...deps, config: snake, bundle }))
    .catch((thrown: unknown) => Promise.reject(new Error(`Experiment "${name}": ${messageOf(thrown)}`)));
  try {
    return await mountSide(deps, config, 'base', { split: 0, shadow });
  } catch (thrown) {
    await shadow.close();
    throw thrown;
  }
}

async function mountSide(
  deps: MountAllDeps,
  config: ExperimentConfig,
  variant: Assignment['variant'],
  { split, shadow }: { readonly split: number; readonly shadow?: Shadow },
): Promise<MountedSnake> {
  const { prefix, name } = config;
  const snake = { ...findSnake(deps, config[variant]), prefix };
  const bundles = new Map([[snake.file, bundleStrategy(snake.file)]]);
  const side = await mountOne(deps, snake, bundles, { trial: { experiment: name, variant, split }, shadow });
  if (side.snake !== undefined) return side.snake;
  throw new Error(`Experiment "${name}": ${side.remarks.map(({ message }) => message).join(' ')}`);
}

function findSnake({ loaded }: MountAllDeps, prefix: string): SnakeConfig {
  return loaded.config.snakes.find((one) => one.prefix === prefix)!;
}

async function mountOne(
  { env, events, load, keep }: MountAllDeps,
  config: SnakeConfig,
  bundles: ReadonlyMap<string, Promise<Bundle>>,
  more: Pick<MountDeps, 'trial' | 'shadow'> = {},
): Promise<Mounting> {
  try {
    return await mountSnake({ config, bundle: await bundles.get(config.file)!, events, env, load, keep, ...more });
  } catch (thrown) {
    const message = `strategy "${config.strategy}": ${messageOf(thrown)}`;
    return { remarks: [{ level: 'fault', path: ['strategy'], message }] };
  }
}

function locate(loaded: LoadedConfig, index: number, { path, message }: MountWarning): Fault {
  const { snakes } = loaded.config;
  return { ...loaded.locate(['snakes', index, ...path]), message: `snake "${snakes[index]!.prefix}": ${message}` };
}
