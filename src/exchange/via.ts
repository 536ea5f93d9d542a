/**
 * The header by which a host finds its own requests again: `Via` of RFC 9110, 7.6.3. Every request of a host to an
 * `upstream` has it, with what the request that led to it had.
 */
import { randomBytes } from 'node:crypto';

/** Another one in each process, so that a chain of hosts is none that leads back. */
const OWN_NAME = `serpentarium-${randomBytes(8).toString('hex')}`;

/** Longest header that is passed on, in characters. It is cut from the front, where the first hosts are. */
const MAX_VIA = 4096;

/** The header of a request that this process sends because of one that had `via`. */
export function appendVia(via: string | undefined): string {
  return via === undefined ? `1.1 ${OWN_NAME}` : `${via}, 1.1 ${OWN_NAME}`.slice(-MAX_VIA);
}

/** Whether a request with this header comes from this process itself. */
export function leadsBack(via: string | undefined): boolean {
  return via !== undefined && via.includes(OWN_NAME);
}
