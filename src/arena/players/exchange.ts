/** One HTTP exchange with a snake's server: within its time, and never more than we are ready to read. */
import { Agent, request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { messageOf } from '../../errors.js';

/** What a server may answer, in bytes: a move with the longest shout that engines let through, and much to spare. */
const MAX_ANSWER = 1024 * 1024;

/** Connections kept open between requests. To be closed when no more games are played. */
export class Connections {
  readonly #http = new Agent({ keepAlive: true });
  readonly #https = new HttpsAgent({ keepAlive: true });

  agentFor(url: URL): Agent {
    return url.protocol === 'https:' ? this.#https : this.#http;
  }

  /** Cuts whatever is still open. */
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
  /** From now to the last byte of the answer, in ms. */
  readonly timeout: number;
  readonly connections: Connections;
}

/** What a server said, or a sentence on why it said nothing. */
export type Exchanged =
  { readonly status: number; readonly text: string } | { readonly problem: string; readonly isTimeout: boolean };

/** Asks once; a second time where a connection kept from before turns out to be gone. Never rejects. */
export async function exchange(options: ExchangeOptions): Promise<Exchanged> {
  const { timeout } = options;
  const giveUp = AbortSignal.timeout(Math.max(1, timeout));
  try {
    return await ask(options, giveUp);
  } catch (thrown) {
    if (!giveUp.aborted) return { problem: describe(thrown), isTimeout: false };
    return { problem: `no answer within ${timeout} ms`, isTimeout: true };
  }
}

async function ask(terms: ExchangeOptions, signal: AbortSignal): Promise<Exchanged> {
  const { method, url, body, connections } = terms;
  const headers =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const options: RequestOptions = { method, agent: connections.agentFor(url), headers, signal };
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const asked = send(url, options);
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      asked.on('response', resolve).on('error', reject).end(body);
    });
    return { status: response.statusCode!, text: await readText(response) };
  } catch (thrown) {
    if (!asked.reusedSocket || signal.aborted || codeOf(thrown) !== 'ECONNRESET') throw thrown;
    return ask(terms, signal);
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > MAX_ANSWER) throw new Error(`answered more than ${MAX_ANSWER} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
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
