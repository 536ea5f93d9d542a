/** From entries of `snakes:` and `experiments:` that are right to their configurations. Called by `read-config.ts`. */
import { toAllowed, type SecretPlaces } from './check-allowed.js';
import type { ConfigFile } from './schema.js';
import { nameOfSource, type SnakeSource } from './source.js';
import type { ArenaEntry, ExperimentConfig, SnakeConfig } from './types.js';

/** The configuration of a snake that is made from `source`. */
export function toSnakeConfig(
  written: ConfigFile['snakes'][number],
  source: SnakeSource,
  places: SecretPlaces,
): SnakeConfig {
  const { author, version, customization, name, ...more } = written;
  const { key: _, strategy: __, command: ___, cwd: ____, arena: _____, ...rest } = more;
  const looks = { ...customization, author, version };
  const given = Object.entries(looks).filter(([, value]) => value !== undefined);
  const allow = toAllowed(written.allow, source, places);
  return { ...rest, source, allow, name: name ?? nameOfSource(source), customization: Object.fromEntries(given) };
}

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
