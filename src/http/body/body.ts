/** Reads the body of a request: bytes to a valid game request. Called by the snake routes. */
import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import { type AppContext, HttpError } from '../context.js';
import { LargeBodyReader } from './large-body-reader.js';
import { parseBody, parseText, toJsonFault, type Body } from './parse-body.js';

/** Bodies up to this size are parsed on the event loop, in a few ms at most. Games of four snakes send 2 KB. */
export const MAX_SMALL_BODY = 256 * 1024;
/** Most bytes of larger bodies in memory, all requests together. */
const MAX_HELD = 64 * 1024 * 1024;

/**
 * The library's types do not know that a limit may be a number, which need not be parsed for each body, nor the last
 * option.
 */
type ParserOptions = Omit<NonNullable<Parameters<typeof bodyParser>[0]>, 'jsonLimit'> & {
  jsonLimit: number;
  onProtoPoisoning: string;
};

/** Parses a small body of a known length, which is what engines send. */
const parseSmallBody = bodyParser({
  enableTypes: ['json'],
  detectJSON: () => true,
  jsonLimit: MAX_SMALL_BODY,
  strict: false,
  onProtoPoisoning: 'ignore',
  onerror(error) {
    throw error;
  },
} satisfies ParserOptions as object);

/**
 * Owns the thread for large bodies, and the count of their bytes.
 *
 * Any content type counts as JSON. A key `__proto__` passes: parsing makes it an ordinary property, and only known keys
 * are read. A body over {@link MAX_SMALL_BODY} never blocks the event loop.
 */
export class BodyReader {
  readonly #maxBody: number;
  readonly #maxHeld: number;
  readonly #onBusy: (req: IncomingMessage) => void;
  readonly #largeBodies: LargeBodyReader;
  #held = 0;

  /**
   * @param maxBody largest body accepted, in bytes.
   * @param onBusy called with a request that is refused because all bodies together hold too much.
   */
  constructor(maxBody: number, onBusy: (req: IncomingMessage) => void) {
    this.#maxBody = maxBody;
    this.#onBusy = onBusy;
    this.#maxHeld = Math.max(MAX_HELD, 2 * maxBody);
    this.#largeBodies = new LargeBodyReader(maxBody);
  }

  /**
   * Reads a body. Throws an {@link HttpError} or a `RequestError` if it is no game request; then the rest of it is
   * drained, so that a client which is still sending reads the response.
   */
  async read(ctx: AppContext): Promise<Body> {
    const { req } = ctx;
    const hold = { bytes: 0 };
    try {
      refusePacked(req);
      const length = Number(req.headers['content-length']);
      if (length > this.#maxBody) throw tooLarge(this.#maxBody);
      if (length <= MAX_SMALL_BODY) {
        await parseSmallBody(ctx, next);
        const { rawBody, body } = ctx.request;
        return parseText(typeof rawBody === 'string' ? rawBody : '', body);
      }
      const pieces = await collect(req, (size) => {
        if (size > this.#maxBody) throw tooLarge(this.#maxBody);
        if (size > MAX_SMALL_BODY) this.#hold(hold, size, req);
      });
      const isSmall = hold.bytes === 0;
      return isSmall ? parseBody(Buffer.concat(pieces)) : await this.#largeBodies.read(pieces);
    } catch (error) {
      req.resume();
      throw toBodyFault(error);
    } finally {
      this.#held -= hold.bytes;
    }
  }

  /** Counts the present bytes of a body, or throws a 503 if all bodies together are too large. */
  #hold(hold: { bytes: number }, bytes: number, req: IncomingMessage): void {
    const grown = bytes - hold.bytes;
    if (this.#held + grown > this.#maxHeld) {
      this.#onBusy(req);
      throw new HttpError(503, 'busy', 'too many large requests at this moment', undefined, 1);
    }
    this.#held += grown;
    hold.bytes = bytes;
  }
}

/** Throws a 415 for a compressed body. Engines send none, and a small one may decompress to any size. */
function refusePacked({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] || 'identity';
  if (encoding === 'identity') return;
  const packed = encoding.slice(0, 60);
  throw new HttpError(415, 'compressed_body', `a body in "${packed}" is not supported. Send it without compression.`);
}

/** Converts errors of koa-bodyparser and Node to a fault of the request. */
function toBodyFault(error: unknown): unknown {
  if (error instanceof SyntaxError) return toJsonFault(error);
  // Errors of reading have a type, such as `request.aborted`.
  const type = error instanceof Error && 'type' in error ? String(error.type) : '';
  return type.startsWith('request.') ? incomplete((error as Error).message) : error;
}

const DONE = Promise.resolve();
/** The parser is no middleware here: nothing comes after it. */
const next = () => DONE;

/** Collects all pieces of a request. `check` gets the size so far, and may throw. */
function collect(req: IncomingMessage, check: (size: number) => void): Promise<Buffer<ArrayBuffer>[]> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer<ArrayBuffer>[] = [];
    let size = 0;
    const giveUp = (reason: unknown) => {
      chunks = [];
      req.off('data', onData);
      reject(reason);
    };
    const onData = (chunk: Buffer<ArrayBuffer>) => {
      chunks.push(chunk);
      size += chunk.length;
      try {
        check(size);
      } catch (refused) {
        giveUp(refused);
      }
    };
    const onGone = (error?: Error) => {
      const reason = error?.message ?? 'the connection was closed';
      giveUp(incomplete(reason));
    };
    req.on('data', onData).once('error', onGone);
    req.once('end', () => resolve(chunks));
    req.once('close', () => onGone());
  });
}

function incomplete(reason: string): HttpError {
  return new HttpError(400, 'incomplete_body', `the body did not arrive in full: ${reason}`, '');
}

function tooLarge(maxBody: number): HttpError {
  return new HttpError(413, 'body_too_large', `the body is larger than the ${maxBody} bytes allowed`);
}
