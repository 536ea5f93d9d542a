/** From a configuration to its mounted snakes, or all that is wrong with their strategies. `serve` and `check` both start here. */
import type { LoadedConfig } from './config/read-config.js';
import { byPlace, ConfigError, messageOf, type Fault } from './errors.js';
import type { ExperimentConfig, SnakeConfig } from './config/types.js';
import { bundleStrategy, type Bundle } from './snakes/bundle.js';
import { Experiment, type Side } from './snakes/experiment.js';
import type { SnakeEvents } from './snakes/events.js';
import { mountShadow, mountSnake, type Mounting, type MountRemark, type MountTerms } from './snakes/mount-snake.js';
import type { MountedSnake } from './snakes/mounted-snake.js';
import type { Shadow } from './snakes/shadow.js';
import type { Entry, Trial } from './wire/entry.js';

export interface MountAllTerms {
  readonly loaded: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: SnakeEvents;
  /** Delay of the event loop, in ms. */
  readonly load: () => number;
  /** Where to keep what is played; without it, nothing is kept. */
  readonly keep?: ((entry: Entry) => void) | undefined;
}

/**
 * Loads every strategy and mounts every snake, in the order of the configuration. Throws a {@link ConfigError} with the
 * faults of all of them, each at its line; then nothing is left running.
 */
export async function mountAll(terms: MountAllTerms): Promise<{ snakes: MountedSnake[]; warnings: Fault[] }> {
  const { config } = terms.loaded;
  const bundles = new Map<string, Promise<Bundle>>();
  for (const { file } of config.snakes) if (!bundles.has(file)) bundles.set(file, bundleStrategy(file));
  const mountings = await Promise.all(config.snakes.map((snake) => mountOne(terms, snake, bundles)));

  const snakes = mountings.flatMap(({ snake }) => snake ?? []);
  const remarks = mountings.flatMap((mounting, index) => mounting.remarks.map((remark) => ({ index, remark })));
  const located = (level: MountRemark['level']) =>
    remarks
      .filter(({ remark }) => remark.level === level)
      .map(({ index, remark }) => locate(terms.loaded, index, remark))
      .sort(byPlace);
  const faults = located('fault');
  if (faults.length > 0) {
    await Promise.all(snakes.map((snake) => snake.close()));
    throw new ConfigError(faults);
  }
  return { snakes, warnings: located('warning') };
}

/**
 * Mounts the experiments between snakes that {@link mountAll} has found sound. Throws where one cannot be loaded once more;
 * then none is left running.
 */
export async function mountExperiments(terms: MountAllTerms): Promise<Side[]> {
  const { experiments } = terms.loaded.config;
  const mountings = await Promise.allSettled(experiments.map((config) => mountExperiment(terms, config)));
  const mounted = mountings.flatMap((mounting) => (mounting.status === 'fulfilled' ? [mounting.value] : []));
  const failed = mountings.find((mounting) => mounting.status === 'rejected');
  if (failed === undefined) return mounted;
  await Promise.all(mounted.map((experiment) => experiment.close()));
  throw failed.reason;
}

/** Two more of snakes that stand already: as children of their own, and with games of their own. */
async function mountExperiment(terms: MountAllTerms, config: ExperimentConfig): Promise<Side> {
  const { split } = config;
  if (split === 'shadow') return mountShadowed(terms, config);
  const sides = [
    mountSide(terms, config, 'base', { split }),
    mountSide(terms, config, 'candidate', { split }),
  ] as const;
  const [base, candidate] = await Promise.all(sides);
  return new Experiment({ ...config, split }, { base, candidate });
}

/** The base once more, with the candidate as its shadow. */
async function mountShadowed(terms: MountAllTerms, config: ExperimentConfig): Promise<Side> {
  const { prefix, name, candidate } = config;
  const snake = { ...findSnake(terms, candidate), prefix };
  const shadow = await bundleStrategy(snake.file)
    .then((bundle) => mountShadow({ ...terms, config: snake, bundle }))
    .catch((thrown: unknown) => Promise.reject(new Error(`Experiment "${name}": ${messageOf(thrown)}`)));
  try {
    return await mountSide(terms, config, 'base', { split: 0, shadow });
  } catch (thrown) {
    await shadow.close();
    throw thrown;
  }
}

async function mountSide(
  terms: MountAllTerms,
  config: ExperimentConfig,
  variant: Trial['variant'],
  { split, shadow }: { readonly split: number; readonly shadow?: Shadow },
): Promise<MountedSnake> {
  const { prefix, name } = config;
  const snake = { ...findSnake(terms, config[variant]), prefix };
  const bundles = new Map([[snake.file, bundleStrategy(snake.file)]]);
  const side = await mountOne(terms, snake, bundles, { trial: { experiment: name, variant, split }, shadow });
  if (side.snake !== undefined) return side.snake;
  throw new Error(`Experiment "${name}": ${side.remarks.map(({ message }) => message).join(' ')}`);
}

function findSnake({ loaded }: MountAllTerms, prefix: string): SnakeConfig {
  return loaded.config.snakes.find((one) => one.prefix === prefix)!;
}

async function mountOne(
  { env, events, load, keep }: MountAllTerms,
  config: SnakeConfig,
  bundles: ReadonlyMap<string, Promise<Bundle>>,
  more: Pick<MountTerms, 'trial' | 'shadow'> = {},
): Promise<Mounting> {
  try {
    return await mountSnake({ config, bundle: await bundles.get(config.file)!, events, env, load, keep, ...more });
  } catch (thrown) {
    const message = `strategy "${config.strategy}": ${messageOf(thrown)}`;
    return { remarks: [{ level: 'fault', path: ['strategy'], message }] };
  }
}

function locate(loaded: LoadedConfig, index: number, { path, message }: MountRemark): Fault {
  const { snakes } = loaded.config;
  return { ...loaded.locate(['snakes', index, ...path]), message: `snake "${snakes[index]!.prefix}": ${message}` };
}
