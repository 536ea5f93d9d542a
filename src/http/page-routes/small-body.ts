/** Reads the small JSON bodies that the page sends. Called by its routes. */
import type { AppContext } from '../context.js';
import { HttpError } from '../http-error.js';

const MAX_BYTES = 8 * 1024;

/**
 * The body of a request as JSON; `undefined` if it is empty. Throws a 413 if it is too long, and a 400 if it is
 * invalid. A page of another site cannot send one: its content type must be JSON.
 */
export async function readSmallBody({ req }: AppContext): Promise<unknown> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of req as AsyncIterable<Buffer>) {
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new HttpError(413, 'body_too_large', `the body has more than ${MAX_BYTES} bytes`);
    pieces.push(piece);
  }
  if (bytes === 0) return undefined;
  if (!/^application\/json\b/i.test(req.headers['content-type'] ?? ''))
    throw new HttpError(400, 'invalid_body', 'the body is not sent as application/json');
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown;
  } catch {
    throw new HttpError(400, 'invalid_json', 'the body is not JSON');
  }
}
