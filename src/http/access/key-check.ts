/** Who may reach a snake that has a key, and the comparison of secrets in constant time. Used by both apps. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { MountedNow, MountVersion } from '../../snakes/mount-table.js';

/** Whether a request may reach a mount, or read that it exists. */
export type IsReachable = (version: MountVersion) => boolean;

/** The access of a request, by its query. */
export type KeyCheck = (query: string) => IsReachable;

/**
 * Returns a function from the query of a request to the mounts that it may reach: mounts without a key, and mounts
 * whose key is the query's `key`.
 *
 * The comparison takes constant time, and the work does not depend on the path, so that the time of an answer shows
 * neither the key nor the existence of a snake.
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

/** The hash of a secret. All hashes have the same length, which the comparison needs. */
export type SecretDigest = Buffer;

/** Hashes a secret, or a request's attempt at one. */
export function digestSecret(secret: string): SecretDigest {
  return createHash('sha256').update(secret).digest();
}

/** Whether two secrets are the same, in constant time. */
export function isSameSecret(a: SecretDigest, b: SecretDigest): boolean {
  return timingSafeEqual(a, b);
}
