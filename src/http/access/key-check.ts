/** Who may reach a snake that has a key. Used by the public app. */
import type { MountedNow, MountVersion } from '../../snakes/mount-table.js';
import { digestSecret, isSameSecret } from './secret.js';

/** Whether a request may reach a mount, or read that it exists. */
export type IsReachable = (version: MountVersion) => boolean;

/** What a request may reach, by its query. */
export type KeyCheck = (query: string) => IsReachable;

/**
 * Returns what finds out, from the query of a request, which mounts it may reach: those without a key, and those whose
 * key is the query's `key`.
 *
 * The comparison takes constant time, and the same work is done whatever the path, so that neither the key nor the
 * existence of a snake shows in how long the answer takes.
 */
export function createKeyCheck({ present, retired }: MountedNow): KeyCheck {
  const keyed = [...present, ...retired].filter(({ key }) => key !== undefined);
  if (keyed.length === 0) return () => () => true;
  const digests = new Map(keyed.map((version) => [version, digestSecret(version.key!)]));
  return (query) => {
    const sent = digestSecret(new URLSearchParams(query).get('key') ?? '');
    return (version) => {
      const expected = digests.get(version);
      return expected === undefined || isSameSecret(sent, expected);
    };
  };
}

/** A URL without its query, which may hold a key: for logs. */
export function withoutQuery(url: string): string {
  return url.replace(/(\?|%3f).*/is, '');
}
