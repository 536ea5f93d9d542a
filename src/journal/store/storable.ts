/** Makes storable what strangers choose: ids, names and the bodies of requests. Called for every event. */
import { keepKnownFields, parseRequest } from '../../wire/reader.js';

/** NUL characters, which PostgreSQL refuses, and halves of surrogate pairs, which every database replaces. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** The string as every database returns it: characters that cannot be stored are replaced. */
export function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, '\ufffd');
}

/** Longest body kept as it is, in characters. The boards of the platform need 170,000 at most. */
export const MAX_STORED_CHARACTERS = 256 * 1024;

/**
 * The request as it arrived; of a very long one, what the API knows of it, with its strings cut as strategies see them:
 * all turns of a game are in memory at once when it ends. Throws a SyntaxError or a `RequestError` at a long body that
 * is not a game request.
 */
export function toStorableBody(body: string): string {
  if (body.length <= MAX_STORED_CHARACTERS) return body;
  return JSON.stringify(keepKnownFields(parseRequest(body)));
}
