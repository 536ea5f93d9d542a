/** Compares secrets in constant time: the key of a snake, the token of the admin port. */
import { createHash, timingSafeEqual } from 'node:crypto';

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
