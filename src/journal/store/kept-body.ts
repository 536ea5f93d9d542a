/** The body of a request as the journal keeps it. Called for every event that is written. */
import { cutShout } from '../../wire/move.js';

/** Longest body kept as it is, in characters. The boards of the arena need 170,000 at most. */
const MAX_CHARACTERS = 256 * 1024;

/**
 * The request as it arrived; if it is very long, its shouts are cut to the length that strategies see. Nothing else
 * limits what other snakes shout, and all turns of a game are in memory at once when it ends. Throws a SyntaxError at a
 * long body that is not JSON.
 */
export function toKeptBody(body: string): string {
  if (body.length <= MAX_CHARACTERS) return body;
  return JSON.stringify(JSON.parse(body, cutIfShout));
}

function cutIfShout(key: string, value: unknown): unknown {
  return key === 'shout' && typeof value === 'string' ? cutShout(value) : value;
}
