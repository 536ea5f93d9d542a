/** Matches the snakes of a configuration with the registered ones on the platform. */
import { existsSync } from 'node:fs';
import { readConfig, withoutConfig } from '../../config/read-config.js';
import type { HostConfig } from '../../config/types.js';
import { DEFAULT_CONFIG } from '../../config/read-text.js';
import { didYouMean } from '../../errors/did-you-mean.js';
import { usageFault } from '../../errors/errors.js';
import { toPrefix } from '../../recorded/importing/choose-seat.js';
import type { PlatformSnake } from '../../platform/platform.js';

/** The part of a configuration that concerns the platform. */
export type ArenaConfig = Pick<HostConfig, 'publicUrl' | 'arena' | 'keys'> & {
  /** Of all snakes and experiments. */
  readonly prefixes: readonly string[];
};

/** A snake that is mounted here, registered on the platform, or both. */
interface OwnSnake {
  readonly prefix: string | undefined;
  readonly registered: PlatformSnake | undefined;
}

/** Without a file at the default path, there are no snakes here. Throws a `UsageError` if the file is invalid. */
export function readArenaConfig(file: string): ArenaConfig {
  const isBare = file === DEFAULT_CONFIG && !existsSync(file);
  const { config } = isBare ? withoutConfig() : readConfig(file, process.env);
  const { publicUrl, arena, keys, snakes, experiments } = config;
  return { publicUrl, arena, keys, prefixes: [...snakes, ...experiments].map(({ prefix }) => prefix) };
}

/**
 * Matches a local snake with a registered one when the registered URL is `server.url` + prefix, or when the names
 * match. Without `server.url`, the path decides.
 */
export function pairSnakes(
  { publicUrl, arena, prefixes }: Omit<ArenaConfig, 'keys'>,
  registered: readonly PlatformSnake[],
): OwnSnake[] {
  const left = new Set(registered);
  const pairs = new Map<string, PlatformSnake>();
  const rules: readonly ((prefix: string, snake: PlatformSnake) => boolean)[] = [
    (prefix, { url }) => isAt(url, publicUrl, prefix),
    (prefix, { name }) => arena.get(prefix)?.name === name,
  ];
  for (const fits of rules) {
    for (const prefix of prefixes.filter((each) => !pairs.has(each))) {
      const found = [...left].find((snake) => fits(prefix, snake));
      if (found === undefined) continue;
      left.delete(found);
      pairs.set(prefix, found);
    }
  }
  return [
    ...prefixes.map((prefix) => ({ prefix, registered: pairs.get(prefix) })),
    ...[...left].map((snake) => ({ prefix: undefined, registered: snake })),
  ];
}

function isAt(registered: string, publicUrl: string | undefined, prefix: string): boolean {
  if (!URL.canParse(registered)) return false;
  const { origin, pathname } = new URL(registered);
  const path = pathname.replace(/\/+$/, '');
  const end = prefix.replace(/\/+$/, '');
  return publicUrl === undefined ? end !== '' && path.endsWith(end) : origin + path === publicUrl + end;
}

/** The prefix under which games of a registered snake are stored. */
export function prefixFor({ prefix, registered }: OwnSnake): string {
  return prefix ?? toPrefix(registered!.name);
}

/**
 * The registered snakes that words name: prefixes, names or ids; all of them if there are none. Throws a `UsageError`
 * for an unknown word.
 */
export function chooseOwn(own: readonly OwnSnake[], words: readonly string[]): (OwnSnake & Registered)[] {
  const there = own.filter((snake): snake is OwnSnake & Registered => snake.registered !== undefined);
  if (words.length === 0) return there;
  return words.map((word) => {
    const found = there.find(({ prefix, registered: { id, name } }) =>
      [prefix, prefix?.slice(1), id, name].includes(word),
    );
    if (found !== undefined) return found;
    const names = there.flatMap(({ prefix, registered }) => [prefix ?? '', registered.name]).filter(Boolean);
    const hint = didYouMean(word, names) || ' "serpentarium arena status" lists yours.';
    throw usageFault(word, `is not one of your snakes on the platform.${hint}`);
  });
}

interface Registered {
  readonly registered: PlatformSnake;
}

/** A URL without its query, which may hold a key. */
export function toKeylessUrl(url: string): string {
  return url.replace(/[?#].*$/, '');
}
