/** The body of a request as the journal keeps it. Called for every event that is written. */
import { keepKnownFields, parseRequest } from '../../wire/reader.js';

/** Longest body kept as it is, in characters. The boards of the platform need 170,000 at most. */
export const MAX_KEPT_CHARACTERS = 256 * 1024;

/**
 * The request as it arrived; of a very long one, what the API knows of it, with its strings cut as strategies see them:
 * all turns of a game are in memory at once when it ends. Throws a SyntaxError or a `RequestError` at a long body that
 * is not a game request.
 */
export function toKeptBody(body: string): string {
  if (body.length <= MAX_KEPT_CHARACTERS) return body;
  return JSON.stringify(keepKnownFields(parseRequest(body)));
}
