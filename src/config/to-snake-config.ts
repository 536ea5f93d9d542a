/** From an entry of `snakes:` that is right to the configuration of its snake. Called by `read-config.ts`. */
import { toAllowed, type SecretPlaces } from './check-allowed.js';
import type { ConfigFile } from './schema.js';
import { nameOfSource, type SnakeSource } from './source.js';
import type { SnakeConfig } from './types.js';

/** The configuration of a snake that is made from `source`. */
export function toSnakeConfig(
  written: ConfigFile['snakes'][number],
  source: SnakeSource,
  places: SecretPlaces,
): SnakeConfig {
  const { author, version, customization, name, key: _, strategy: __, command: ___, cwd: ____, ...rest } = written;
  const looks = { ...customization, author, version };
  const given = Object.entries(looks).filter(([, value]) => value !== undefined);
  const allow = toAllowed(written.allow, source, places);
  return { ...rest, source, allow, name: name ?? nameOfSource(source), customization: Object.fromEntries(given) };
}
