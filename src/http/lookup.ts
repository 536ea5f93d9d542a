/** Finds the mounts that a request may reach: by its path, and by the key in its query. Used by the public app. */
import type { Mount } from '../snakes/mount.js';
import type { MountedNow } from '../snakes/mount-table.js';
import { createKeyCheck, type KeyCheck } from './access/key-check.js';
import { createPrefixes, tidyPath, type Prefixes, type SnakePath } from './prefixes.js';

/** The mounts behind a path; at least one. */
export interface Found {
  /** Takes new games, and shows itself. Absent if the prefix was taken off the configuration. */
  readonly mount: Mount | undefined;
  /** Answer the games that they have, and nothing else. */
  readonly retired: readonly Mount[];
  readonly rest: SnakePath;
  /** All that was mounted when it was found. */
  readonly now: MountedNow;
}

/** Looks up mounts as they are at the moment of each call. Shows nothing that the key in `query` does not open. */
export interface Lookup {
  find(path: string, query: string): Found | undefined;
  /** Finds once more what was found before, if the mounts have changed since. */
  findAgain(found: Found, path: string, query: string): Found | undefined;
  /** The mounts that take new games, in the order of the configuration. */
  list(query: string): Mount[];
  /** What to add to "no snake at …", as {@link Prefixes.suggestPath}. */
  suggestPath(path: string, query: string): string;
}

const NONE: readonly Mount[] = [];

/** Creates a lookup. It indexes the mounts again whenever `mounts` returns another object. */
export function createLookup(mounts: () => MountedNow): Lookup {
  let index: Index | undefined;
  const current = (): Index => {
    const now = mounts();
    if (index?.now !== now) index = { now, prefixes: createPrefixes(now), check: createKeyCheck(now) };
    return index;
  };
  const find: Lookup['find'] = (path, query) => {
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
    findAgain: (found, path, query) => (found.now === mounts() ? found : find(path, query)),
    list(query) {
      const { now, check } = current();
      return now.present.filter(check(query)).map(({ mount }) => mount);
    },
    suggestPath(path, query) {
      const { prefixes, check } = current();
      return prefixes.suggestPath(path, check(query));
    },
  };
}

/** What follows from the mounts, made once. */
interface Index {
  readonly now: MountedNow;
  readonly prefixes: Prefixes;
  readonly check: KeyCheck;
}
