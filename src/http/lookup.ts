/** Finds the mounts that a request may reach: by its path, and by the key in its query. Used by the public app. */
import { didYouMean } from '../did-you-mean.js';
import type { Mount } from '../snakes/mount.js';
import type { MountedNow, MountVersion } from '../snakes/mount-table.js';
import { createKeyCheck, type IsReachable } from './access/key-check.js';

export type SnakePath = '/' | '/start' | '/move' | '/end';

/** The mounts behind a path; at least one. */
export interface Found {
  /** Takes new games, and shows itself. Absent if the prefix was taken off the configuration. */
  readonly mount: Mount | undefined;
  /** Answer the games that they have, and nothing else. */
  readonly retired: readonly Mount[];
  readonly rest: SnakePath;
  readonly now: MountedNow;
}

/** Looks up mounts as they are at the moment of each call. Shows nothing that the key in `query` does not open. */
export type Lookup = ReturnType<typeof createLookup>;

const NONE: readonly Mount[] = [];

const indexOf = (now: MountedNow) => ({ now, prefixes: createPrefixes(now), check: createKeyCheck(now) });

/** Creates a lookup. It indexes the mounts again whenever `mounts` returns another object. */
export function createLookup(mounts: () => MountedNow) {
  let index: ReturnType<typeof indexOf> | undefined;
  const current = () => {
    const now = mounts();
    if (index?.now !== now) index = indexOf(now);
    return index;
  };
  const find = (path: string, query: string): Found | undefined => {
    const { now, prefixes, check } = current();
    const isReachable = check(query);
    const match = prefixes.find(tidyPath(path));
    if (match === undefined) return undefined;
    const mount = match.present !== undefined && isReachable(match.present) ? match.present.mount : undefined;
    const retired =
      match.retired.length === 0 ? NONE : match.retired.filter(isReachable).map((version) => version.mount);
    return mount === undefined && retired.length === 0 ? undefined : { mount, retired, rest: match.rest, now };
  };
  return {
    find,
    /** Finds once more what was found before, if the mounts have changed since. */
    findAgain: (found: Found, path: string, query: string) => (found.now === mounts() ? found : find(path, query)),
    /** The mounts that take new games, in the order of the configuration. */
    list(query: string): Mount[] {
      const { now, check } = current();
      return now.present.filter(check(query)).map(({ mount }) => mount);
    },
    /** What to add to "no snake at …": see {@link createPrefixes}. */
    suggestPath(path: string, query: string): string {
      const { prefixes, check } = current();
      return prefixes.suggestPath(path, check(query));
    },
  };
}

interface AtPrefix {
  readonly present: MountVersion | undefined;
  /** The oldest comes first. */
  readonly retired: readonly MountVersion[];
}

interface PrefixMatch extends AtPrefix {
  readonly rest: SnakePath;
}

const ACTIONS = ['/start', '/move', '/end'] as const satisfies SnakePath[];

const MAX_LISTED = 10;

/** Indexes the prefixes: a request costs one map look-up, however many snakes there are. */
export function createPrefixes({ present, retired }: MountedNow) {
  const byKey = new Map<string, AtPrefix>(
    present.map((version) => [keyOf(version), { present: version, retired: [] }]),
  );
  for (const version of retired) {
    const { present: successor, retired: others = [] } = byKey.get(keyOf(version)) ?? {};
    byKey.set(keyOf(version), { present: successor, retired: [...others, version] });
  }
  const byPath = indexPaths(byKey);
  return {
    /** The snake whose prefix `path` is, with or without an action behind it. Expects a {@link tidyPath}. */
    find: (path: string) => byPath.get(path),
    /**
     * What to add to "no snake at …": the nearest path that exists, else the prefixes. Starts with a space. Names only
     * mounts that are reachable.
     */
    suggestPath(path: string, isReachable: IsReachable): string {
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
