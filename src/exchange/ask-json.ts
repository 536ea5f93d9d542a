/** One request for JSON to a server that may be slow, busy, broken or hostile. Used by imports and the platform. */
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf, messageOf } from '../errors/errors.js';
import { readBody } from './exchange.js';

export interface AskLimits {
  /** Time until the last byte of an answer, in ms. */
  readonly timeout: number;
  /** The largest answer, in bytes, after decompression. */
  readonly maxBytes: number;
  /** Attempts in all while the server is busy or unreachable. */
  readonly tries: number;
  /** Pause before the second attempt, in ms; it doubles each time. */
  readonly pause: number;
  /** The longest pause that a server may ask for with `Retry-After`, in ms. */
  readonly maxPause: number;
}

/** For engines and the platform on the internet. */
export const ASK_LIMITS: AskLimits = {
  timeout: 30_000,
  maxBytes: 32 * 1024 * 1024,
  tries: 5,
  pause: 500,
  maxPause: 60_000,
};

/** Defaults: a `GET` without a token, with limits for the internet. */
export interface JsonRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Sent as JSON. */
  readonly body?: object | undefined;
  /** Sent as a bearer token. Redirects are then not followed: the token is for this server only. */
  readonly token?: string | undefined;
  readonly limits?: AskLimits;
}

/**
 * The result. `value`: JSON with its size in bytes, `undefined` for an empty answer to a change. `status`: another
 * status, with the start of its text. Neither: no answer, or always busy; `busyFor` is then how long the server asks to
 * wait, in ms.
 */
export type JsonAnswer =
  | { readonly value: unknown; readonly bytes: number }
  | { readonly status: number; readonly problem: string; readonly text: string }
  | { readonly problem: string; readonly status?: undefined; readonly busyFor?: number | undefined };

type Attempt =
  | Extract<JsonAnswer, { bytes: number } | { status: number }>
  | { readonly problem: string; readonly retryAfter?: number; readonly isRefused?: boolean };

/** Characters kept of an answer that is not JSON. */
const MAX_TEXT = 200;

/**
 * Sends a request, and repeats it with growing pauses while the server is busy (429), fails (5xx) or is unreachable.
 * Repeats a `POST` only if the server was busy, because otherwise it may have been carried out. Never rejects.
 */
export async function askJson(url: URL, request: JsonRequest = {}): Promise<JsonAnswer> {
  const { method = 'GET', limits = ASK_LIMITS } = request;
  let { pause } = limits;
  for (let tried = 1; ; tried++) {
    const answer = await attempt(url, { ...request, method, limits });
    if ('value' in answer || 'status' in answer) return answer;
    const needed = Math.max(pause, answer.retryAfter ?? 0);
    const asksForMore = needed > limits.maxPause;
    if (tried >= limits.tries || asksForMore || (method === 'POST' && answer.isRefused !== true)) {
      const counted = tried === 1 ? '' : `, ${tried} times`;
      const pausing = asksForMore && answer.retryAfter ? `, and asks to wait for ${answer.retryAfter / 1000} s` : '';
      const busyFor = answer.isRefused === true ? (answer.retryAfter ?? 0) : undefined;
      return { problem: `${answer.problem}${counted}${pausing}`, busyFor };
    }
    await wait(needed);
    pause *= 2;
  }
}

async function attempt(
  url: URL,
  { method, body, token, limits }: JsonRequest & { limits: AskLimits },
): Promise<Attempt> {
  const { timeout, maxBytes } = limits;
  const late = AbortSignal.timeout(timeout);
  const headers = {
    accept: 'application/json',
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const redirect = token === undefined ? 'follow' : 'manual';
  const sent = {
    method: method!,
    headers,
    redirect,
    signal: late,
    ...(body && { body: JSON.stringify(body) }),
  } as const;
  try {
    const response = await fetch(url, sent);
    const { status } = response;
    if (status === 429 || status >= 500) {
      await response.body?.cancel();
      const retryAfter = readRetryAfter(response.headers.get('retry-after'));
      return { problem: `answers with status ${status}`, isRefused: status === 429, ...retryAfter };
    }
    const bytes = await readBody(response.body ?? [], maxBytes);
    if (bytes === undefined) return { status, problem: `answers with more than ${maxBytes} bytes`, text: '' };
    if (!response.ok) {
      return { status, problem: `answers with status ${status}`, text: bytes.toString('utf8', 0, MAX_TEXT) };
    }
    if (bytes.length === 0 && method !== 'GET') return { value: undefined, bytes: 0 };
    return parseJson(bytes, status);
  } catch (thrown) {
    if (late.aborted) return { problem: `gives no answer within ${timeout / 1000} s` };
    return { problem: `cannot be reached (${causeOf(thrown)})` };
  }
}

function parseJson(bytes: Buffer, status: number): Attempt {
  try {
    return { value: JSON.parse(bytes.toString('utf8')) as unknown, bytes: bytes.length };
  } catch (thrown) {
    const text = bytes.toString('utf8', 0, MAX_TEXT).trimStart();
    const problem = text.startsWith('<') ? 'answers with a page, not JSON' : `answers no JSON: ${messageOf(thrown)}`;
    return { status, problem, text };
  }
}

/** The time in ms of a header with seconds or a date. */
function readRetryAfter(header: string | null): { retryAfter?: number } {
  const text = header ?? '';
  const seconds = /^\d{1,6}$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - Date.now()) / 1000);
  return seconds >= 0 ? { retryAfter: 1000 * seconds } : {};
}

/** The error code, such as `ECONNREFUSED`, which `fetch` hides in the cause. */
function causeOf(thrown: unknown): string {
  const cause: unknown = thrown instanceof Error ? (thrown.cause ?? thrown) : thrown;
  return codeOf(cause) || messageOf(cause);
}
