/** The text of a request as the journal keeps it. Called for each that is written. */
import { cutShout } from '../../wire/move.js';

/** Characters beyond which it is not the board that makes a request long: the longest of the arena's have 170,000. */
const LONG = 256 * 1024;

/**
 * The request as it arrived; a very long one with its shouts cut as strategies see them. Nothing limits what others shout,
 * and all turns of a game are in memory at once when it ends.
 */
export function toKeptBody(body: string): string {
  if (body.length <= LONG) return body;
  return JSON.stringify(JSON.parse(body, cutIfShout));
}

function cutIfShout(key: string, value: unknown): unknown {
  return key === 'shout' && typeof value === 'string' ? cutShout(value) : value;
}
