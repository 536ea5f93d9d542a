/** One GET of JSON from a server that may be slow, busy, broken or hostile. Called by `load-game.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../errors.js';
import { SourceError } from './source-game.js';

/** How patient a GET is, and how much it takes. */
export interface GetLimits {
  /** Time until the last byte of an answer, in ms. */
  readonly timeout: number;
  /** The largest answer, in bytes, after decompression. */
  readonly maxBytes: number;
  /** Tries in all while the server is busy or out of reach. */
  readonly tries: number;
  /** Pause before the second try, in ms; it doubles from try to try. */
  readonly pause: number;
  /** The longest pause that a server may ask for with `Retry-After`, in ms. */
  readonly maxPause: number;
}

/** For engines on the internet. */
export const GET_LIMITS: GetLimits = {
  timeout: 30_000,
  maxBytes: 32 * 1024 * 1024,
  tries: 5,
  pause: 500,
  maxPause: 60_000,
};

/** What a server answered: JSON with its size in bytes, or what it is instead. */
export type JsonAnswer =
  { readonly value: unknown; readonly bytes: number } | { readonly status: number; readonly problem: string };

type Attempt = JsonAnswer | { readonly problem: string; readonly retryAfter?: number };

/**
 * Gets a URL, and again with growing pauses while the server is busy (429), fails (5xx) or cannot be reached.
 * Resolves with JSON, or with a problem if the server answers something else. Throws a {@link SourceError} if all
 * tries failed.
 */
export async function getJson(url: URL, limits: GetLimits = GET_LIMITS): Promise<JsonAnswer> {
  let { pause } = limits;
  for (let tried = 1; ; tried++) {
    const answer = await attempt(url, limits);
    if ('value' in answer || 'status' in answer) return answer;
    const needed = Math.max(pause, answer.retryAfter ?? 0);
    const counted = tried === 1 ? '' : `, ${tried} times`;
    if (tried >= limits.tries || needed > limits.maxPause) {
      throw new SourceError(`${url.host} ${answer.problem}${counted}`);
    }
    await wait(needed);
    pause *= 2;
  }
}

async function attempt(url: URL, { timeout, maxBytes }: GetLimits): Promise<Attempt> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, { headers: { accept: 'application/json' }, signal: late });
    const { status } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      return { problem: `answers with status ${status}`, ...readRetryAfter(response.headers.get('retry-after')) };
    }
    if (status !== 200) {
      await response.body?.cancel();
      return { status, problem: `answers with status ${status}` };
    }
    const bytes = await readBytes(response, maxBytes);
    if (bytes === undefined) return { status, problem: `answers with more than ${maxBytes} bytes` };
    return parseJson(bytes, status);
  } catch (thrown) {
    if (late.aborted) return { problem: `gives no answer within ${timeout / 1000} s` };
    return { problem: `cannot be reached (${causeOf(thrown)})` };
  }
}

/** The body; `undefined` if it is too long. */
async function readBytes(response: Response, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Leaving the loop early cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseJson(bytes: Buffer, status: number): JsonAnswer {
  try {
    return { value: JSON.parse(bytes.toString('utf8')) as unknown, bytes: bytes.length };
  } catch (thrown) {
    const text = bytes.toString('utf8', 0, 200).trimStart();
    const problem = text.startsWith('<') ? 'answers with a page, not JSON' : `answers no JSON: ${messageOf(thrown)}`;
    return { status, problem };
  }
}

/** In ms. Servers may also send a date, which is not worth waiting for. */
function readRetryAfter(header: string | null): { retryAfter?: number } {
  return /^\d{1,6}$/.test(header ?? '') ? { retryAfter: 1000 * Number(header) } : {};
}

/** Such as `ECONNREFUSED`; `fetch` hides it in the cause. */
function causeOf(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : messageOf(cause);
}
