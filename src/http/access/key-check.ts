/** Who may reach a snake that has a key. Used by the public app. */
import type { Mount } from '../../snakes/mount.js';
import { digestSecret, isSameSecret } from './secret.js';

/** Whether a request may reach a mount, or read that it exists. */
export type IsReachable = (mount: Pick<Mount, 'prefix'>) => boolean;

/**
 * Returns what finds out, from the query of a request, which mounts it may reach: those without a key, and those whose
 * key is the query's `key`.
 *
 * The comparison takes constant time, and the same work is done whatever the path, so that neither the key nor the
 * existence of a snake shows in how long the answer takes.
 *
 * @param keys by prefix.
 */
export function createKeyCheck(keys: ReadonlyMap<string, string>): (query: string) => IsReachable {
  if (keys.size === 0) return () => () => true;
  const digests = new Map([...keys].map(([prefix, key]) => [prefix, digestSecret(key)]));
  return (query) => {
    const sent = digestSecret(new URLSearchParams(query).get('key') ?? '');
    return ({ prefix }) => {
      const expected = digests.get(prefix);
      return expected === undefined || isSameSecret(sent, expected);
    };
  };
}

/** A URL without its query, which may hold a key: for logs. */
export function withoutQuery(url: string): string {
  return url.replace(/(\?|%3f).*/is, '');
}
