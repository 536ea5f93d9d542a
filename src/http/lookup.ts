/** Finds the mounts that a request may reach: by its path, and by the key in its query. Used by the public app. */
import { didYouMean } from '../errors/did-you-mean.js';
import type { Mount } from '../snakes/mount.js';
import type { MountedNow, MountVersion } from '../snakes/mount-table.js';
import { createKeyCheck, type IsReachable } from './access/key-check.js';

export type SnakePath = '/' | '/start' | '/move' | '/end';

/** The mounts at a path; at least one. */
export interface Found {
  /** Takes new games, and shows its info. Absent if the prefix was removed from the configuration. */
  readonly mount: Mount | undefined;
  /** Mounts that answer only the games they have. */
  readonly retired: readonly Mount[];
  readonly rest: SnakePath;
  readonly now: MountedNow;
}

/** Looks up the present mounts. Shows only mounts that the key in `query` opens. */
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
    /** Repeats a lookup if the mounts have changed since. */
    findAgain: (found: Found, path: string, query: string) => (found.now === mounts() ? found : find(path, query)),
    /** The mounts that take new games, in the order of the configuration. */
    list(query: string): Mount[] {
      const { now, check } = current();
      return now.present.filter(check(query)).map(({ mount }) => mount);
    },
    /** A suggestion for "no snake at …": see {@link createPrefixes}. */
    suggestPath(path: string, query: string): string {
      const { prefixes, check } = current();
      return prefixes.suggestPath(path, check(query));
    },
  };
}

interface AtPrefix {
  readonly present: MountVersion | undefined;
  /** The oldest first. */
  readonly retired: readonly MountVersion[];
}

interface PrefixMatch extends AtPrefix {
  readonly rest: SnakePath;
}

const ACTIONS = ['/start', '/move', '/end'] as const satisfies SnakePath[];

const MAX_LISTED = 10;

/** Indexes the prefixes: a request costs one map look-up for any number of snakes. */
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
    /** The snake with this prefix, with or without an action at the end. Expects a {@link tidyPath}. */
    find: (path: string) => byPath.get(path),
    /**
     * A suggestion for "no snake at …": the nearest existing path, else the prefixes. Starts with a space. Names only
     * reachable mounts.
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

/** All paths. If a prefix equals another snake's action, the action wins, unless that snake is removed. */
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
