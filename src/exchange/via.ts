/**
 * The header by which a host recognises its own requests: `Via` of RFC 9110, 7.6.3. Every request to an `upstream` has
 * it, appended to the `Via` of the request that caused it.
 */
import { randomBytes } from 'node:crypto';

/** Unique in each process, so that a chain of different hosts is not a loop. */
const OWN_NAME = `serpentarium-${randomBytes(8).toString('hex')}`;

/** Longest header that is passed on, in characters. It is cut at the front, where the first hosts are. */
const MAX_VIA = 4096;

/** The header for a request that this process sends because of one with `via`. */
export function appendVia(via: string | undefined): string {
  return via === undefined ? `1.1 ${OWN_NAME}` : `${via}, 1.1 ${OWN_NAME}`.slice(-MAX_VIA);
}

/** Whether a request with this header comes from this process itself. */
export function isOwnRequest(via: string | undefined): boolean {
  return via !== undefined && via.includes(OWN_NAME);
}
