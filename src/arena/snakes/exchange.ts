/**
 * One HTTP exchange with a snake's server, within its time and a limit of bytes. {@link RemoteSnake} calls it.
 *
 * On `node:http` for two reasons. Engines send a request again only if the server closed a connection that was kept
 * open, and neither `fetch` nor `undici` says whether a connection was. And `fetch` adds headers that no engine sends,
 * and takes three times the CPU: measured for requests of 2 KB, 360 µs against 120 µs here and 90 µs with
 * `undici.request`.
 */
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { UsageError, messageOf, type Fault } from '../../errors.js';

/** The longest answer that is read, in bytes: far more than a move with the longest shout that engines let through. */
const MAX_ANSWER_BYTES = 1024 * 1024;

/** Owns the connections that are kept open between requests. Close it when no more games are played. */
export class Connections {
  readonly #http = new Agent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });

  /** The agent for the protocol of this URL. */
  agentFor(url: URL): Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Cuts all connections, also those with a request in progress. */
  close(): void {
    this.#http.destroy();
    this.#https.destroy();
  }
}

export interface ExchangeOptions {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  /** Sent as JSON. */
  readonly body?: string;
  /** Time until the last byte of the answer, in ms. */
  readonly timeout: number;
  readonly connections: Connections;
}

/** What a server answered, or a sentence on why there is no answer. */
export type ExchangeResult =
  { readonly status: number; readonly text: string } | { readonly problem: string; readonly isTimeout: boolean };

/** Sends a request, and a second time if the server closed a connection that was kept open. Never rejects. */
export async function exchange(options: ExchangeOptions): Promise<ExchangeResult> {
  const { timeout } = options;
  const expired = AbortSignal.timeout(Math.max(1, timeout));
  try {
    return await send(options, expired);
  } catch (thrown) {
    if (!expired.aborted) return { problem: describe(thrown), isTimeout: false };
    return { problem: `no answer within ${timeout} ms`, isTimeout: true };
  }
}

async function send(options: ExchangeOptions, signal: AbortSignal): Promise<ExchangeResult> {
  const { method, url, body, connections } = options;
  const headers =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const requestOptions: RequestOptions = { method, agent: connections.agentFor(url), headers, signal };
  const openRequest = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = openRequest(url, requestOptions);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request.on('response', resolve).on('error', reject).end(body);
    });
    return { status: response.statusCode!, text: await readText(response) };
  } catch (thrown) {
    if (!request.reusedSocket || signal.aborted || codeOf(thrown) !== 'ECONNRESET') throw thrown;
    return send(options, signal);
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
  switch (codeOf(thrown)) {
    case 'ECONNREFUSED':
      return 'refused the connection. Is it running, and on this port?';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'has a host name without an address. Is it spelt right?';
    case 'ECONNRESET':
      return 'cut the connection';
    default:
      return messageOf(thrown);
  }
}

/** Servers that sleep between games take seconds to wake up, in ms. */
const WAKE_UP_MS = 10_000;

/**
 * A game against nobody says nothing. Throws a {@link UsageError} with each URL at which no server answers, or one
 * without this snake. Asks all of them at once.
 */
export async function requireAnswers(named: readonly { readonly source: string; readonly url: URL }[]): Promise<void> {
  const connections = new Connections();
  const asked = named.map(async ({ source, url }): Promise<Fault[]> => {
    const result = await exchange({ method: 'GET', url, timeout: WAKE_UP_MS, connections });
    if ('problem' in result) return [{ source, message: `${url.href} ${result.problem}` }];
    if (result.status !== 404) return [];
    return [{ source, message: `${url.href} answered with status 404. No snake is there.` }];
  });
  const faults = (await Promise.all(asked)).flat();
  connections.close();
  if (faults.length > 0) throw new UsageError(faults);
}
