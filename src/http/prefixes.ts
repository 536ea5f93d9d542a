/** Finds the snake that a path belongs to. Used by the public app. */
import { didYouMean } from '../did-you-mean.js';
import type { Mount } from '../snakes/mount.js';
import type { IsReachable } from './access/key-check.js';

/** A path split into its snake and the rest. */
export interface PrefixMatch {
  readonly mount: Mount;
  /** `/`, `/start`, `/move` or `/end`: the path that the snake routes see. */
  readonly rest: string;
}

/** All prefixes of a host. */
export interface Prefixes {
  /** The snake whose prefix `path` is, with or without an action behind it. Expects a {@link tidyPath}. */
  find(path: string): PrefixMatch | undefined;
  /**
   * What to add to "no snake at …": the nearest path that exists, else the prefixes. Starts with a space. Names only
   * mounts that are reachable.
   */
  suggestPath(path: string, isReachable: IsReachable): string;
}

const ACTIONS: ReadonlySet<string> = new Set(['/start', '/move', '/end']);

/** Most prefixes that an error message lists. */
const MAX_LISTED = 10;

/** Indexes the prefixes: a request costs two map look-ups, however many snakes there are. */
export function createPrefixes(mounts: readonly Mount[]): Prefixes {
  const byKey = new Map(mounts.map((mount) => [toKey(mount.prefix), mount]));
  return {
    find(path) {
      const cut = path.lastIndexOf('/');
      const action = path.slice(cut);
      const called = ACTIONS.has(action) ? byKey.get(path.slice(0, cut)) : undefined;
      if (called !== undefined) return { mount: called, rest: action };
      const shown = byKey.get(toKey(path));
      return shown && { mount: shown, rest: '/' };
    },
    suggestPath(path, isReachable) {
      const prefixes = mounts.filter(isReachable).map(({ prefix }) => prefix);
      const suggestion = didYouMean(path, prefixes.map(toKey).flatMap(pathsOf));
      if (suggestion !== '' || prefixes.length === 0) return suggestion;
      const more = prefixes.length > MAX_LISTED ? `, and ${prefixes.length - MAX_LISTED} more` : '';
      return ` Snakes: ${prefixes.slice(0, MAX_LISTED).join(', ')}${more}.`;
    },
  };
}

/** The path with single slashes only, and without one at its end unless it is the root. */
export function tidyPath(path: string): string {
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

/** The root becomes empty, so that an action can follow every key. */
function toKey(path: string): string {
  return path === '/' ? '' : path;
}

function pathsOf(key: string): string[] {
  return [key === '' ? '/' : key, ...[...ACTIONS].map((action) => key + action)];
}
