/** Finds the snake that a path belongs to. Used by `lookup.ts`. */
import { didYouMean } from '../did-you-mean.js';
import type { MountedNow, MountVersion } from '../snakes/mount-table.js';
import type { IsReachable } from './access/key-check.js';

/** What follows the prefix of a snake. */
export type SnakePath = '/' | '/start' | '/move' | '/end';

/** The mounts at one prefix. */
interface AtPrefix {
  readonly present: MountVersion | undefined;
  /** The oldest comes first. */
  readonly retired: readonly MountVersion[];
}

/** A path split into its snake and the rest. */
export interface PrefixMatch extends AtPrefix {
  readonly rest: SnakePath;
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

const ACTIONS = ['/start', '/move', '/end'] as const satisfies SnakePath[];

/** Most prefixes that an error message lists. */
const MAX_LISTED = 10;

/** Indexes the prefixes: a request costs one map look-up, however many snakes there are. */
export function createPrefixes({ present, retired }: MountedNow): Prefixes {
  const byKey = new Map<string, AtPrefix>(
    present.map((version) => [keyOf(version), { present: version, retired: [] }]),
  );
  for (const version of retired) {
    const { present: successor, retired: others = [] } = byKey.get(keyOf(version)) ?? {};
    byKey.set(keyOf(version), { present: successor, retired: [...others, version] });
  }
  const byPath = indexPaths(byKey);
  return {
    find: (path) => byPath.get(path),
    suggestPath(path, isReachable) {
      const prefixes = present.filter(isReachable).map(({ mount }) => mount.prefix);
      const suggestion = didYouMean(path, prefixes.map(toKey).flatMap(pathsOf));
      if (suggestion !== '' || prefixes.length === 0) return suggestion;
      const more = prefixes.length > MAX_LISTED ? `, and ${prefixes.length - MAX_LISTED} more` : '';
      return ` Snakes: ${prefixes.slice(0, MAX_LISTED).join(', ')}${more}.`;
    },
  };
}

/**
 * Every path that exists. One that is both a prefix and the action of another is the action; but a snake that was
 * taken off the configuration hides none that is there.
 */
function indexPaths(byKey: ReadonlyMap<string, AtPrefix>): Map<string, PrefixMatch> {
  const byPath = new Map<string, PrefixMatch>();
  const areThere = ([, { present }]: [string, AtPrefix]) => present !== undefined;
  const all = [...byKey];
  for (const group of [all.filter((at) => !areThere(at)), all.filter(areThere)]) {
    for (const [key, at] of group) byPath.set(key === '' ? '/' : key, { ...at, rest: '/' });
    for (const [key, at] of group) for (const action of ACTIONS) byPath.set(key + action, { ...at, rest: action });
  }
  return byPath;
}

/** The path with single slashes only, and without one at its end unless it is the root. */
export function tidyPath(path: string): string {
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

function keyOf({ mount }: MountVersion): string {
  return toKey(mount.prefix);
}

/** The root becomes empty, so that an action can follow every key. */
function toKey(path: string): string {
  return path === '/' ? '' : path;
}

function pathsOf(key: string): string[] {
  return [key === '' ? '/' : key, ...ACTIONS.map((action) => key + action)];
}
