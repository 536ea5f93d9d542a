/** From the bytes of a body to a valid request: of small bodies on the event loop, of large ones in a thread. */
import { readRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import { HttpError } from '../context.js';

/** A request's body, as a valid request and as sent. */
export interface Body {
  readonly request: GameRequest;
  readonly text: string;
}

const BYTE_ORDER_MARK = 0xfeff;

/** Parses a body. Throws an {@link HttpError} if it is not JSON, a `RequestError` if it is no game request. */
export function parseBody(bytes: Buffer): Body {
  const decoded = bytes.toString('utf8');
  const text = decoded.charCodeAt(0) === BYTE_ORDER_MARK ? decoded.slice(1) : decoded;
  return parseText(text, text === '' ? undefined : parseJson(text));
}

/** Turns the JSON of a body into a valid request. `text` is the original body. Throws like {@link parseBody}. */
export function parseText(text: string, json: unknown): Body {
  if (text === '') throw new HttpError(400, 'invalid_json', 'the body is empty, not JSON', '');
  return { request: readRequest(json), text };
}

export function toJsonFault(error: unknown): HttpError {
  const reason = error instanceof Error ? error.message : '';
  return new HttpError(400, 'invalid_json', `the body is not JSON: ${reason}`, '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw toJsonFault(error);
  }
}
