/** Makes foreign text storable: ids, names and the bodies of requests. Called for every event. */
import { keepKnownFields, parseRequest } from '../../wire/reader.js';

/** NUL characters, which PostgreSQL rejects, and unpaired surrogates, which every database replaces. */
const UNSTORABLE = /\0|\p{Surrogate}/gu;

/** Replaces characters that a database cannot store. */
export function toStorable(text: string): string {
  return text.replaceAll(UNSTORABLE, '\ufffd');
}

/** Longest body stored unchanged, in characters. The boards of the platform need at most 170,000. */
export const MAX_STORED_CHARACTERS = 256 * 1024;

/**
 * The request as received; a very long one is reduced to the fields of the API, with strings cut as strategies see
 * them: all turns of a game are in memory at once when it ends. Throws a SyntaxError or a `RequestError` at a long body
 * that is not a game request.
 */
export function toStorableBody(body: string): string {
  if (body.length <= MAX_STORED_CHARACTERS) return body;
  return JSON.stringify(keepKnownFields(parseRequest(body)));
}
