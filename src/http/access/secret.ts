/** Compares secrets in constant time: the key of a snake, the token of the admin port. */
import { createHash, timingSafeEqual } from 'node:crypto';

/** The hash of a secret. All hashes have the same length, as the comparison needs it. */
export type SecretDigest = Buffer;

/** Hashes a secret, or what a request sent for one. */
export function digestSecret(secret: string): SecretDigest {
  return createHash('sha256').update(secret).digest();
}

/** Whether two secrets are the same. The time it takes says nothing about them. */
export function isSameSecret(a: SecretDigest, b: SecretDigest): boolean {
  return timingSafeEqual(a, b);
}
