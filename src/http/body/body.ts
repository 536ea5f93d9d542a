/** Reads the body of a request: bytes, unpacked, to a valid game request. Called by the snake routes. */
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import bodyParser from 'koa-bodyparser';
import type { AppContext } from '../context.js';
import { HttpError } from '../http-error.js';
import { LargeBodyReader } from './large-body-reader.js';
import { parseBody, parseText, toJsonFault, type Body } from './parse-body.js';

/** Bodies up to this size are parsed on the event loop: that takes a few ms at most. Games of four snakes send 2 KB. */
export const MAX_SMALL_BODY = 256 * 1024;
/** The most bytes of larger bodies that are held at a time, all requests together. */
const MAX_HELD = 64 * 1024 * 1024;
/** The most bodies that are unpacked at a time, because each may become as large as a body may be. */
const MAX_UNPACKED_AT_ONCE = 4;

type ParserOptions = NonNullable<Parameters<typeof bodyParser>[0]> & { onProtoPoisoning: string };

/** Reads what engines send: a small body, not packed, whose length is known. Any content type counts as JSON. */
const parseSmallBody = bodyParser({
  enableTypes: ['json'],
  detectJSON: () => true,
  jsonLimit: String(MAX_SMALL_BODY),
  strict: false,
  onProtoPoisoning: 'ignore',
  onerror(error) {
    throw error;
  },
} satisfies ParserOptions as ParserOptions);

const unzipAsync = promisify(unzip);
const unpackers = new Map([
  ['gzip', unzipAsync],
  ['deflate', unzipAsync],
  ['br', promisify(brotliDecompress)],
]);

/** What reading a body needs of a Koa context. */
type BodyContext = Pick<AppContext, 'req' | 'request'>;

/**
 * Owns what reading bodies takes: a thread for large ones, and the count of the bytes that they hold.
 *
 * Any content type counts as JSON. A key `__proto__` passes: parsing makes it an ordinary property, and only known keys
 * are read. A body over {@link MAX_SMALL_BODY} never holds up the event loop while it is read.
 */
export class BodyReader {
  readonly #maxBody: number;
  readonly #maxHeld: number;
  readonly #onBusy: (req: IncomingMessage) => void;
  readonly #largeBodies: LargeBodyReader;
  readonly #waiting: (() => void)[] = [];
  #held = 0;
  #unpacking = 0;

  /**
   * @param maxBody largest body accepted, in bytes, unpacked.
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
   * drained, so that a client that is still sending reads the response.
   */
  async read(ctx: BodyContext): Promise<Body> {
    const { req } = ctx;
    const hold = { bytes: 0 };
    try {
      if (isOrdinary(req, this.#maxBody)) return await readOrdinary(ctx);
      const bytes = await this.#readBytes(req, hold);
      return bytes.length <= MAX_SMALL_BODY ? parseBody(bytes) : await this.#largeBodies.read(bytes);
    } catch (error) {
      if (error instanceof HttpError && error.code === 'busy') this.#onBusy(req);
      throw this.#toHttpError(error, req);
    } finally {
      this.#held -= hold.bytes;
    }
  }

  async #readBytes(req: IncomingMessage, hold: { bytes: number }): Promise<Buffer> {
    const encoding = req.headers['content-encoding']?.toLowerCase() ?? '';
    const isPacked = encoding !== '' && encoding !== 'identity';
    if (isPacked && !unpackers.has(encoding)) {
      throw new HttpError(400, 'unknown_encoding', `the content encoding "${encoding.slice(0, 60)}" is not supported`);
    }
    if (Number(req.headers['content-length']) > this.#maxBody) throw tooLarge(this.#maxBody);
    const bytes = await collect(req, (size) => {
      if (size > this.#maxBody) throw tooLarge(this.#maxBody);
      if (size > MAX_SMALL_BODY) this.#hold(hold, size);
    });
    if (!isPacked) return bytes;
    const unpacked = await this.#unpack(bytes, encoding);
    if (unpacked.length > MAX_SMALL_BODY) this.#hold(hold, unpacked.length);
    return unpacked;
  }

  /** Counts the bytes that a body holds by now, or throws a 503 if all bodies together then hold too many. */
  #hold(hold: { bytes: number }, bytes: number): void {
    const grown = bytes - hold.bytes;
    if (this.#held + grown > this.#maxHeld) {
      throw new HttpError(503, 'busy', 'too many large requests at this moment', undefined, 1);
    }
    this.#held += grown;
    hold.bytes = bytes;
  }

  async #unpack(packed: Buffer, encoding: string): Promise<Buffer> {
    if (this.#unpacking >= MAX_UNPACKED_AT_ONCE) {
      await new Promise<void>((resolve) => void this.#waiting.push(resolve));
    } else {
      this.#unpacking++;
    }
    try {
      return await unpackers.get(encoding)!(packed, { maxOutputLength: this.#maxBody });
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#unpacking--;
      else next();
    }
  }

  #toHttpError(error: unknown, req: IncomingMessage): unknown {
    req.resume();
    if (!(error instanceof Error) || error instanceof HttpError) return error;
    const code = 'code' in error ? String(error.code) : '';
    if (code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(this.#maxBody);
    if (/^(Z_|ERR_)/.test(code)) {
      return new HttpError(400, 'invalid_encoding', `the body cannot be unpacked: ${error.message}`, '');
    }
    const type = 'type' in error ? String(error.type) : '';
    if (type.startsWith('request.')) return incomplete(error.message);
    return error;
  }
}

/** Whether the body is one of those that engines send: small, not packed, of a length that is known. */
function isOrdinary({ headers }: IncomingMessage, maxBody: number): boolean {
  const encoding = headers['content-encoding'] ?? 'identity';
  return encoding === 'identity' && Number(headers['content-length']) <= Math.min(MAX_SMALL_BODY, maxBody);
}

async function readOrdinary(ctx: BodyContext): Promise<Body> {
  try {
    await parseSmallBody(ctx as AppContext, async () => {});
  } catch (error) {
    throw error instanceof SyntaxError ? toJsonFault(error) : error;
  }
  const { rawBody, body } = ctx.request;
  return parseText(typeof rawBody === 'string' ? rawBody : '', body);
}

/** Collects all bytes of a request. Gives up with what `check` throws, which gets the size so far. */
function collect(req: IncomingMessage, check: (size: number) => void): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    const giveUp = (reason: unknown) => {
      chunks = [];
      req.off('data', onData);
      reject(reason);
    };
    const onData = (chunk: Buffer) => {
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
    req.once('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    req.once('close', () => onGone());
  });
}

function incomplete(reason: string): HttpError {
  return new HttpError(400, 'incomplete_body', `the body did not arrive in full: ${reason}`, '');
}

function tooLarge(maxBody: number): HttpError {
  return new HttpError(413, 'body_too_large', `the body is larger than the ${maxBody} bytes allowed`);
}
