/** What a prefix means: the one place that leads from a path to the snake standing there. */
import type { Mount } from '../snakes/mount.js';
import { didYouMean } from '../wire/customization.js';

/** Where a path leads: a snake, and the rest of the path for the router. */
export interface PrefixMatch {
  readonly mount: Mount;
  /** `/`, `/start`, `/move` or `/end`. */
  readonly rest: string;
}

/** The prefixes of a host. */
export interface Prefixes {
  /** The snake whose prefix `path` is, or whose prefix followed by an action it is. Expects a {@link tidyPath}. */
  find(path: string): PrefixMatch | undefined;
  /** Words behind "nothing stands there": the nearest path that leads somewhere, else what prefixes there are. */
  suggestPath(path: string): string;
}

const ACTIONS: ReadonlySet<string> = new Set(['/start', '/move', '/end']);

/** Most prefixes that an error message lists. */
const LISTED = 10;

/** Two map look-ups a request, however many snakes there are. Prefixes are unique and none is another's action. */
export function createPrefixes(mounts: readonly Mount[]): Prefixes {
  const places = new Map(mounts.map((mount) => [toKey(mount.prefix), mount]));
  const names = mounts.map((mount) => mount.prefix);
  return {
    find(path) {
      const cut = path.lastIndexOf('/');
      const action = path.slice(cut);
      const asked = ACTIONS.has(action) ? places.get(path.slice(0, cut)) : undefined;
      if (asked !== undefined) return { mount: asked, rest: action };
      const shown = places.get(toKey(path));
      return shown && { mount: shown, rest: '/' };
    },
    suggestPath(path) {
      const near = didYouMean(path, [...places.keys()].flatMap(pathsOf));
      if (near !== '' || names.length === 0) return near;
      const more = names.length > LISTED ? `, and ${names.length - LISTED} more` : '';
      return ` The snakes stand at ${names.slice(0, LISTED).join(', ')}${more}.`;
    },
  };
}

/** A path as `find` takes it: begins with one slash, ends with none unless it is nothing else, no slash is doubled. */
export function tidyPath(path: string): string {
  const single = path.includes('//') ? path.replaceAll(/\/{2,}/g, '/') : path;
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single;
}

/** The root is empty, so that an action can follow any key. */
function toKey(path: string): string {
  return path === '/' ? '' : path;
}

function pathsOf(key: string): string[] {
  return [key === '' ? '/' : key, ...[...ACTIONS].map((action) => key + action)];
}
