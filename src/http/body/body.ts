/** Middleware that reads a request's body as JSON. Runs before the routes that take one. */
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import type { AppContext, AppMiddleware } from '../context.js';
import { HttpError } from '../http-error.js';

/** A request's body, as parsed and as sent. */
export interface Body {
  readonly json: unknown;
  readonly text: string;
}

/**
 * The two middlewares that read a body, in order: the first unpacks compressed bodies, the second parses the others.
 *
 * Any content type counts as JSON. `maxBody` is in bytes and limits the unpacked size. A key `__proto__` passes:
 * parsing makes it an ordinary property, and only known keys are read.
 */
export function createBodyMiddleware(maxBody: number): AppMiddleware[] {
  const options: Parameters<typeof bodyParser>[0] & { onProtoPoisoning: string } = {
    enableTypes: ['json'],
    detectJSON: () => true,
    jsonLimit: String(maxBody),
    strict: false,
    onProtoPoisoning: 'ignore',
    onerror: (error, ctx) => {
      throw toHttpError(error, ctx.req, maxBody);
    },
  };
  return [createUnpacker(maxBody), bodyParser(options)];
}

/** The body that the middlewares have read. Throws a 400 if it is empty. */
export function bodyOf(ctx: Pick<AppContext, 'request'>): Body {
  const { body, rawBody } = ctx.request;
  const text = typeof rawBody === 'string' ? rawBody : '';
  if (text === '') throw new HttpError(400, 'invalid_json', 'the body is empty, not JSON', '');
  return { json: body, text };
}

/**
 * Reads compressed bodies without koa-bodyparser, which leaves its decompression stream without an error listener when
 * it gives up on a body: a later error of that stream would end the process.
 */
function createUnpacker(maxBody: number): AppMiddleware {
  return (ctx, next) => {
    const encoding = ctx.req.headers['content-encoding']?.toLowerCase() ?? '';
    return encoding === '' || encoding === 'identity' ? next() : readPacked(ctx, encoding, maxBody, next);
  };
}

type PackedContext = Pick<AppContext, 'req' | 'request'>;

async function readPacked(ctx: PackedContext, encoding: string, maxBody: number, next: () => Promise<unknown>) {
  try {
    const text = await unpack(ctx.req, encoding, maxBody);
    ctx.request.rawBody = text;
    ctx.request.body = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw toHttpError(error, ctx.req, maxBody);
  }
  return next();
}

const unzipAsync = promisify(unzip);
const unpackers = new Map([
  ['gzip', unzipAsync],
  ['deflate', unzipAsync],
  ['br', promisify(brotliDecompress)],
]);

async function unpack(req: IncomingMessage, encoding: string, maxBody: number): Promise<string> {
  const unpackAll = unpackers.get(encoding);
  if (unpackAll === undefined) {
    throw new HttpError(400, 'unknown_encoding', `the content encoding "${encoding}" is not supported`);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of req.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if ((size += chunk.length) > maxBody) throw tooLarge(maxBody);
    chunks.push(chunk);
  }
  const unpacked = await unpackAll(Buffer.concat(chunks), { maxOutputLength: maxBody });
  return unpacked.toString('utf8');
}

/**
 * Turns an error of reading a body into a refusal. Drains the request: a client that is still sending then reads the
 * response.
 */
function toHttpError(error: unknown, req: IncomingMessage, maxBody: number): unknown {
  req.resume();
  if (error instanceof SyntaxError) {
    return new HttpError(400, 'invalid_json', `the body is not JSON: ${error.message}`, '');
  }
  if (!(error instanceof Error) || error instanceof HttpError) return error;
  const type = 'type' in error ? error.type : undefined;
  const code = 'code' in error ? error.code : undefined;
  if (type === 'entity.too.large' || code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBody);
  if (/^(Z_|ERR_)/.test(String(code))) {
    return new HttpError(400, 'invalid_encoding', `the body cannot be unpacked: ${error.message}`, '');
  }
  return new HttpError(400, 'incomplete_body', `the body did not arrive in full: ${error.message}`, '');
}

function tooLarge(maxBody: number): HttpError {
  return new HttpError(413, 'body_too_large', `the body is larger than the ${maxBody} bytes allowed`);
}
