/** From a configuration to its mounted snakes, or all that is wrong with their strategies. `serve` and `check` both start here. */
import type { LoadedConfig } from './config/read-config.js';
import { byPlace, ConfigError, messageOf, type Fault } from './errors.js';
import { bundleStrategy, type Bundle } from './snakes/bundle.js';
import type { SnakeEvents } from './snakes/events.js';
import { mountSnake, type Mounting, type MountRemark } from './snakes/mount-snake.js';
import type { MountedSnake } from './snakes/mounted-snake.js';

export interface MountAllTerms {
  readonly loaded: LoadedConfig;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly events: SnakeEvents;
  /** Delay of the event loop, in ms. */
  readonly load: () => number;
}

/**
 * Loads every strategy and mounts every snake, in the order of the configuration. Throws a {@link ConfigError} with the
 * faults of all of them, each at its line; then nothing is left running.
 */
export async function mountAll(terms: MountAllTerms): Promise<{ snakes: MountedSnake[]; warnings: Fault[] }> {
  const { config } = terms.loaded;
  const bundles = new Map<string, Promise<Bundle>>();
  for (const { file } of config.snakes) if (!bundles.has(file)) bundles.set(file, bundleStrategy(file));
  const mountings = await Promise.all(config.snakes.map((_, index) => mountOne(terms, index, bundles)));

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

async function mountOne(
  { loaded, env, events, load }: MountAllTerms,
  index: number,
  bundles: ReadonlyMap<string, Promise<Bundle>>,
): Promise<Mounting> {
  const config = loaded.config.snakes[index]!;
  try {
    return await mountSnake({ config, bundle: await bundles.get(config.file)!, events, env, load });
  } catch (thrown) {
    const message = `strategy "${config.strategy}": ${messageOf(thrown)}`;
    return { remarks: [{ level: 'fault', path: ['strategy'], message }] };
  }
}

function locate(loaded: LoadedConfig, index: number, { path, message }: MountRemark): Fault {
  const { file, snakes } = loaded.config;
  const position = loaded.locate(['snakes', index, ...path]);
  return { file, ...position, message: `snake "${snakes[index]!.prefix}": ${message}` };
}
