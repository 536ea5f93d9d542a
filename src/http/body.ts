/** From the bytes of a request to parsed JSON and the text it was: the two layers before a route that takes a body. */
import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import type { IncomingMessage } from 'node:http';
import bodyParser from 'koa-bodyparser';
import { HostError } from '../errors.js';
import type { AppMiddleware, AppContext } from './context.js';

/** A body once both layers have passed. */
export interface Body {
  readonly json: unknown;
  readonly text: string;
}

/**
 * The layers, outer one first. Any content type is taken for JSON; `maxBody` is in bytes, and counts what is unpacked.
 * A key `__proto__` is let through: parsing makes it a property like any other, and only known keys are read.
 */
export function createBodyMiddleware(maxBody: number): AppMiddleware[] {
  const options: Parameters<typeof bodyParser>[0] & { onProtoPoisoning: string } = {
    enableTypes: ['json'],
    detectJSON: () => true,
    jsonLimit: String(maxBody),
    strict: false,
    onProtoPoisoning: 'ignore',
    onerror: (error, context) => {
      throw toRefusal(error, context.req, maxBody);
    },
  };
  return [createUnpacker(maxBody), bodyParser(options)];
}

/** What the layers have left. Throws a {@link HostError} with status 400 when the body is empty. */
export function bodyOf(visit: Pick<AppContext, 'request'>): Body {
  const { body, rawBody } = visit.request;
  const text = typeof rawBody === 'string' ? rawBody : '';
  if (text === '') throw new HostError(400, 'invalid_json', 'the body is empty, not JSON', '');
  return { json: body, text };
}

/**
 * Reads packed bodies itself: the parser below leaves its unpacking stream without a listener when it gives up on a body,
 * and one that is broken further on would then end the process.
 */
function createUnpacker(maxBody: number): AppMiddleware {
  return (ctx, next) => {
    const encoding = ctx.req.headers['content-encoding']?.toLowerCase() ?? '';
    return encoding === '' || encoding === 'identity' ? next() : readPacked(ctx, encoding, maxBody, next);
  };
}

type Packed = Pick<AppContext, 'req' | 'request'>;

async function readPacked(visit: Packed, encoding: string, maxBody: number, next: () => Promise<unknown>) {
  try {
    const text = await unpack(visit.req, encoding, maxBody);
    visit.request.rawBody = text;
    visit.request.body = text === '' ? {} : JSON.parse(text);
  } catch (error) {
    throw toRefusal(error, visit.req, maxBody);
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
    throw new HostError(400, 'unknown_encoding', `the body has the content encoding "${encoding}", which is not known`);
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

/** Says what a body's fault is. The rest of it is read and dropped: a client still sending gets its answer that way. */
function toRefusal(error: unknown, req: IncomingMessage, maxBody: number): unknown {
  req.resume();
  if (error instanceof SyntaxError) {
    return new HostError(400, 'invalid_json', `the body is not JSON: ${error.message}`, '');
  }
  if (!(error instanceof Error) || error instanceof HostError) return error;
  const type = 'type' in error ? error.type : undefined;
  const code = 'code' in error ? error.code : undefined;
  if (type === 'entity.too.large' || code === 'ERR_BUFFER_TOO_LARGE') return tooLarge(maxBody);
  if (/^(Z_|ERR_)/.test(String(code))) {
    return new HostError(400, 'invalid_encoding', `the body cannot be unpacked: ${error.message}`, '');
  }
  return new HostError(400, 'incomplete_body', `the body did not arrive in full: ${error.message}`, '');
}

function tooLarge(maxBody: number): HostError {
  return new HostError(413, 'body_too_large', `the body has more than the ${maxBody} bytes allowed`);
}
