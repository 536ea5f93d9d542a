/**
 * One HTTP exchange with a snake's server, within its time and a limit of bytes. Used by the arena, and by hosts for
 * snakes behind an `upstream`.
 *
 * On `node:http` for two reasons. Engines send a request again only if the server closed a connection that was kept
 * open, and neither `fetch` nor `undici` says whether a connection was. And `fetch` adds headers that no engine sends,
 * and takes three times the CPU: measured for requests of 2 KB, 360 µs against 120 µs here and 90 µs with
 * `undici.request`.
 */
import { request as httpRequest, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { messageOf } from '../errors.js';
import type { Connections } from './connections.js';

/** The longest answer that is read, in bytes: far more than a move with the longest shout that engines let through. */
const MAX_ANSWER_BYTES = 64 * 1024;

export interface ExchangeOptions {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Sent as JSON. */
  readonly body?: string | undefined;
  /** Time until the last byte of the answer, in ms. */
  readonly timeout: number;
  readonly connections: Connections;
  /** Beside those that every request has. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Gives the exchange up when it is aborted. It is aborted, too, when time is up. */
  readonly ending?: AbortController | undefined;
  /** Gets each request before it is sent: who measures it listens to its events and to its socket. */
  readonly onRequest?: ((request: ClientRequest) => void) | undefined;
}

/** How far a request came: there was no connection, no answer on it, or no end of the answer that is read. */
type Reach = 'nowhere' | 'server' | 'answer';

/** What a server answered, or a sentence without its subject on why there is no answer. */
export type ExchangeResult =
  | { readonly status: number; readonly text: string; readonly location?: string | undefined }
  | { readonly problem: string; readonly isTimeout: boolean; readonly reach: Reach };

/**
 * Sends a request, and again if the server closed a connection that was kept open and had answered nothing: it closed
 * it before it saw the request. Follows no redirect. Never rejects.
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
    return await send(options, ending.signal, progress);
  } catch (thrown) {
    const { reach } = progress;
    if (isTimeout) return { problem: `no answer within ${Math.round(timeout)} ms`, isTimeout, reach };
    return { problem: ending.signal.aborted ? 'was given up' : describe(thrown), isTimeout, reach };
  } finally {
    clearTimeout(timer);
  }
}

async function send(
  options: ExchangeOptions,
  signal: AbortSignal,
  progress: { reach: Reach },
): Promise<ExchangeResult> {
  const { method, url, body, connections } = options;
  const content =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const headers = { ...content, ...options.headers };
  const requestOptions: RequestOptions = { method, agent: connections.agentFor(url), headers, signal };
  const openRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = openRequest(url, requestOptions);
  options.onRequest?.(request);
  /** What had come on the connection before. */
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
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) throw new Error(`answered more than ${MAX_ANSWER_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : '';
}

function describe(thrown: unknown): string {
  const code = codeOf(thrown);
  switch (code) {
    case 'ECONNREFUSED':
      return 'refused the connection. Is it running, and on this port?';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'has a host name without an address. Is it spelt right?';
    case 'ECONNRESET':
    case 'EPIPE':
      return 'cut the connection';
    default:
      return code.startsWith('HPE_') ? `answered what is not HTTP: ${messageOf(thrown)}` : messageOf(thrown);
  }
}
