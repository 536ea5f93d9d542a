/** Completes entries of the file that are checked. Called by `read-config.ts`. */
import { toAllowed, type SecretPlaces } from './check-allowed.js';
import type { ConfigFile } from './schema.js';
import type { SnakeSource } from './source.js';
import { REPLACED, type ArenaEntry, type ExperimentConfig, type SnakeConfig } from './types.js';

const replaced: ReadonlySet<string> = new Set(REPLACED);

type Written = ConfigFile['snakes'][number];

export function toSnakeConfig(written: Written, source: SnakeSource, places: SecretPlaces): SnakeConfig {
  const { author, version, customization, name = source.name } = written;
  const kept = Object.entries(written).filter(([key]) => !replaced.has(key));
  const looks = Object.entries({ ...customization, author, version }).filter(([, value]) => value !== undefined);
  const rest = Object.fromEntries(kept) as Omit<Written, (typeof REPLACED)[number]>;
  const allow = toAllowed(written.allow, source, places);
  return { ...rest, source, allow, name, customization: Object.fromEntries(looks) };
}

/** An experiment, with its kind in one key. */
export function toExperimentConfig(written: ConfigFile['experiments'][number]): ExperimentConfig {
  const { shadow, split, key: _, arena: __, ...rest } = written;
  return { ...rest, split: shadow ? 'shadow' : split };
}

/** How those that are to be registered on the platform are called there, by prefix. */
export function toArenaEntries(
  written: readonly Pick<ConfigFile['snakes'][number], 'prefix' | 'name' | 'arena'>[],
): Map<string, ArenaEntry> {
  const entries = written.flatMap(({ prefix, name = prefix.slice(1) || 'snake', arena }) =>
    arena === undefined ? [] : [[prefix, { name, ...arena }] as const],
  );
  return new Map(entries);
}
