/**
 * HTTP exchanges with the servers of snakes, within their time and a limit of bytes. Used by the arena, and by hosts
 * for snakes behind an `upstream`.
 *
 * On `node:http` for two reasons. Engines send a request again only if the server closed a connection that was kept
 * open, and neither `fetch` nor `undici` reports it. And `fetch` adds headers that no engine sends,
 * and takes three times the CPU: measured for requests of 2 KB, 360 µs against 120 µs here and 90 µs with
 * `undici.request`.
 */
import {
  request as httpRequest,
  Agent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { request as httpsRequest, Agent as HttpsAgent } from 'node:https';
import { codeOf, messageOf, UsageError, type Fault } from '../errors/errors.js';
import { isRecord } from '../errors/kind-of.js';

/** The longest answer that is read, in bytes: far more than a move with the longest shout. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface ExchangeOptions {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Sent as JSON. */
  readonly body?: string | undefined;
  /** Time until the last byte of the answer, in ms. */
  readonly timeout: number;
  readonly connections: Connections;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Follows redirects as engines do. */
  readonly followsRedirects?: boolean | undefined;
  /** Aborts the exchange when it is aborted; it is also aborted when time is up. */
  readonly ending?: AbortController | undefined;
  /** Receives each request before it is sent, for measurements of its events and its socket. */
  readonly onRequest?: ((request: ClientRequest) => void) | undefined;
}

/** How far a request came: no connection, no answer on it, or an incomplete answer. */
type Reach = 'nowhere' | 'server' | 'answer';

type NoAnswer = 'refused' | 'unresolved' | 'cut' | 'certificate' | 'notTls' | 'notHttp' | 'late' | 'abandoned';
type BadAnswer = 'status' | 'notJson' | 'notObject' | 'notMove';

/** Why there is no answer, or why an answer is of no use. */
export interface Failure {
  readonly kind: NoAnswer | BadAnswer | 'other';
  /** Of the kind `status`. */
  readonly status?: number;
  /** A sentence without its subject. */
  readonly problem: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly location?: string | undefined;
  /** The first redirect that was followed. */
  readonly redirect?: { readonly status: number; readonly location: string };
}

/** A server's answer, or the reason for none. */
export type ExchangeResult = Answered | (Failure & { readonly status?: undefined; readonly reach: Reach });

/**
 * Sends a request, and again if the server closed a kept-alive connection without an answer: it closed it before it saw
 * the request. Never rejects.
 */
export async function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  const { timeout, ending = new AbortController() } = options;
  const progress: { reach: Reach } = { reach: 'nowhere' };
  let isTimeout = false;
  const timer = setTimeout(
    () => {
      isTimeout = true;
      ending.abort();
    },
    Math.max(1, timeout),
  );
  try {
    return await follow(options, options.followsRedirects ? MAX_REDIRECTS : 0, ending.signal, progress);
  } catch (thrown) {
    const { reach } = progress;
    if (isTimeout) return { kind: 'late', problem: `no answer within ${Math.round(timeout)} ms`, reach };
    if (ending.signal.aborted) return { kind: 'abandoned', problem: 'was abandoned', reach };
    return { ...toFailure(thrown), reach };
  } finally {
    clearTimeout(timer);
  }
}

/** A `GET` on a new connection, which is closed afterwards. Follows redirects as engines do. Never rejects. */
export async function getOnce(options: Omit<ExchangeOptions, 'method' | 'connections'>): Promise<ExchangeResult> {
  const connections = new Connections();
  return exchange({ ...options, method: 'GET', connections, followsRedirects: true }).finally(() =>
    connections.close(),
  );
}

/** Most redirects in a row that the official command-line tool follows; the platform's engine follows ten. */
const MAX_REDIRECTS = 9;
/** Statuses after which engines send the body again, and those after which they send a `GET` without it. */
const KEEPING = new Set([307, 308]);
const DROPPING = new Set([301, 302, 303]);

/** The answer after at most `left` redirects. */
async function follow(
  options: ExchangeOptions,
  left: number,
  signal: AbortSignal,
  progress: { reach: Reach },
): Promise<Answered> {
  const answer = await send(options, signal, progress);
  const { status, location } = answer;
  const keepsBody = KEEPING.has(status);
  if (left === 0 || location === undefined || !(keepsBody || DROPPING.has(status))) return answer;
  const target = { ...options, url: new URL(location, options.url) };
  const next = keepsBody ? target : { ...target, method: 'GET' as const, body: undefined };
  return { ...(await follow(next, left - 1, signal, progress)), redirect: { status, location } };
}

async function send(options: ExchangeOptions, signal: AbortSignal, progress: { reach: Reach }): Promise<Answered> {
  const { method, url, body, connections } = options;
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const headers = { ...content, ...options.headers };
  const requestOptions: RequestOptions = { method, agent: connections.agentFor(url), headers, signal };
  const openRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = openRequest(url, requestOptions);
  options.onRequest?.(request);
  let readBefore = 0;
  request.on('socket', (socket) => {
    readBefore = socket.bytesRead;
    if (socket.connecting) socket.once('connect', () => (progress.reach = 'server'));
    else progress.reach = 'server';
  });
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    const { location } = response.headers;
    return { status: response.statusCode!, text: await readText(response), ...(location && { location }) };
  } catch (thrown) {
    const isUnseen = request.reusedSocket && request.socket?.bytesRead === readBefore;
    if ((request.socket?.bytesRead ?? 0) > readBefore) progress.reach = 'answer';
    if (!isUnseen || signal.aborted || !/^(ECONNRESET|EPIPE)$/.test(codeOf(thrown))) throw thrown;
    return send(options, signal, progress);
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await readBody(response as AsyncIterable<Buffer>, MAX_ANSWER_BYTES);
  if (bytes === undefined) throw new Error(`answered more than ${MAX_ANSWER_BYTES} bytes`);
  return bytes.toString('utf8');
}

/** All bytes of a body; `undefined` if there are too many. Then the rest is cancelled. */
export async function readBody(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > most) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function toFailure(thrown: unknown): Omit<Failure, 'status'> {
  const code = codeOf(thrown);
  const message = messageOf(thrown);
  switch (code) {
    case 'ECONNREFUSED':
      return { kind: 'refused', problem: 'refused the connection. Is it running, and on this port?' };
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return { kind: 'unresolved', problem: 'has a host name that cannot be resolved. Is it spelled correctly?' };
    case 'ECONNRESET':
    case 'EPIPE':
      return { kind: 'cut', problem: 'cut the connection' };
    default:
      if (code.startsWith('HPE_')) return { kind: 'notHttp', problem: `answered what is not HTTP: ${message}` };
      if (/CERT|VERIFY/.test(code))
        return { kind: 'certificate', problem: `has a certificate that is not accepted: ${message}` };
      if (/^EPROTO$|^ERR_SSL/.test(code)) return { kind: 'notTls', problem: 'does not speak TLS on this port' };
      return { kind: 'other', problem: message };
  }
}

/** An unused connection is closed after this time (unless the caller gives another), in ms. */
const IDLE_MS = 60_000;

/** Owns the connections that are kept alive between requests. Close it when no more games are played. */
export class Connections {
  readonly #http: Agent;
  readonly #https: HttpsAgent;

  /**
   * @param most connections at a time; further requests wait for one.
   * @param idle time after which an unused connection is closed, in ms.
   */
  constructor(most = Infinity, idle = IDLE_MS) {
    const options = { keepAlive: true, maxTotalSockets: most, timeout: idle };
    this.#http = new Agent(options);
    this.#https = new HttpsAgent(options);
  }

  agentFor(url: URL): Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Cuts all connections, also those with a request in progress. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

/**
 * The object in an answer, or the reason for none.
 *
 * @param isStatusIgnored whether an object counts with any status.
 */
export function readObject(
  result: ExchangeResult,
  isStatusIgnored = false,
): { readonly json: Record<string, unknown> } | Failure {
  if ('problem' in result) return result;
  const { status, text } = result;
  if (status !== 200 && !isStatusIgnored) return toStatusFailure(result);
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? { json } : { kind: 'notObject', problem: 'answered JSON that is not an object' };
  } catch (thrown) {
    if (!isSuccess(status)) return toStatusFailure(result);
    return { kind: 'notJson', problem: `answered something other than JSON: ${messageOf(thrown)}` };
  }
}

/** The failure of an answer whose content is not read; `undefined` if there is none. */
export function failureOf(result: ExchangeResult): Failure | undefined {
  if ('problem' in result) return result;
  return isSuccess(result.status) ? undefined : toStatusFailure(result);
}

function toStatusFailure({ status, location }: Answered): Failure {
  const redirect =
    location === undefined ? '' : `, a redirect to ${location.slice(0, MAX_LOCATION)}, which is not followed`;
  return { kind: 'status', status, problem: `answered with status ${status}${redirect}` };
}

/** Most characters that are shown of a redirect's target. */
const MAX_LOCATION = 200;

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The requests of an engine to a snake besides `GET`. */
export type Action = 'start' | 'move' | 'end';

/** The URL of an action: below the snake's path with one slash between, and before the query. */
export function actionUrl(url: URL, action: Action): URL {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, '')}/${action}`;
  return address;
}

/** Servers that sleep between games take seconds to wake up, in ms. */
const WAKE_UP_MS = 10_000;

/**
 * Throws a {@link UsageError} with each URL without a reachable server, or without this snake: a game against a missing
 * opponent proves nothing. Asks all of them at once.
 */
export async function requireAnswers(named: readonly { readonly source: string; readonly url: URL }[]): Promise<void> {
  const asked = named.map(async ({ source, url }): Promise<Fault[]> => {
    const result = await getOnce({ url, timeout: WAKE_UP_MS });
    if ('problem' in result) return [{ source, message: `${url.href} ${result.problem}` }];
    if (result.status !== 404) return [];
    return [{ source, message: `${url.href} answered with status 404. No snake is there.` }];
  });
  const faults = (await Promise.all(asked)).flat();
  if (faults.length > 0) throw new UsageError(faults);
}
