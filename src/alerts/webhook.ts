/** Delivers alerts to one URL, one at a time. Used by `alerts.ts` and `doctor --alerts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { codeOf } from '../errors/errors.js';
import { within } from '../processes/timing.js';

/** Receives the fate of alerts. `host` is the part of the URL that may be shown. */
export interface AlertListener {
  delivered(host: string): void;
  /** An alert was dropped. `isFirst`: the one before was delivered. */
  failed(host: string, reason: string, isFirst: boolean): void;
  /** The first delivery after dropped alerts. */
  recovered(host: string): void;
}

/** The destination, and its timeouts in ms. */
export interface WebhookOptions {
  readonly url: string;
  readonly listener: AlertListener;
  /** Called before each attempt. Its signal aborts the attempt (default: after 5 s). */
  readonly startTimer?: () => AbortSignal;
  /** The pauses before further attempts. */
  readonly pauses?: readonly number[];
  readonly maxQueued?: number;
}

const PAUSES_MS = [1000, 5000, 30_000];
const MAX_QUEUED = 20;
/** Time for the remaining deliveries when the host closes, in ms. */
const CLOSE_TIMEOUT_MS = 1000;

/**
 * Owns the alerts that wait for one URL.
 *
 * Guarantees one request in flight at a time, a bounded queue (the oldest alert is dropped for a new one), and that
 * every alert is either delivered or reported as failed. Never blocks, throws or rejects.
 */
export class Webhook {
  readonly #options: WebhookOptions;
  readonly #host: string;
  readonly #queue: string[] = [];
  readonly #closing = new AbortController();
  #working: Promise<void> | undefined;
  #isFailing = false;

  constructor(options: WebhookOptions) {
    this.#options = options;
    this.#host = hostOf(options.url);
  }

  /** Delivers a body after the earlier ones. */
  post(body: string): void {
    const { maxQueued = MAX_QUEUED } = this.#options;
    if (this.#closing.signal.aborted) return;
    if (this.#queue.length >= maxQueued) {
      this.#queue.shift();
      this.#fail(`more than ${maxQueued} alerts wait`);
    }
    this.#queue.push(body);
    this.#working ??= this.#work();
  }

  /** Delivers the queue, for a second at most, and drops the rest. */
  async close(): Promise<void> {
    if (this.#working !== undefined) await within(this.#working, CLOSE_TIMEOUT_MS);
    this.#closing.abort();
    await this.#working;
  }

  async #work(): Promise<void> {
    for (let body = this.#queue.shift(); body !== undefined; body = this.#queue.shift()) await this.#deliver(body);
    this.#working = undefined;
  }

  async #deliver(body: string): Promise<void> {
    const { url, startTimer, pauses = PAUSES_MS, listener } = this.#options;
    const { signal } = this.#closing;
    let reason = '';
    for (const pause of [0, ...pauses]) {
      if (pause > 0) await wait(pause, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) break;
      const sent = await send(url, body, { late: startTimer?.(), closing: signal });
      if (sent.isDelivered) {
        if (this.#isFailing) listener.recovered(this.#host);
        this.#isFailing = false;
        return listener.delivered(this.#host);
      }
      ({ reason } = sent);
      if (sent.isFinal) break;
    }
    this.#fail(signal.aborted ? 'the webhook was closed before' : reason);
  }

  #fail(reason: string): void {
    this.#options.listener.failed(this.#host, reason, !this.#isFailing);
    this.#isFailing = true;
  }
}

/** The result: an answer with its status, or the reason why there was none. `reason` never contains the URL. */
export type Sent =
  | { readonly isDelivered: true; readonly status: number }
  | { readonly isDelivered: false; readonly reason: string; readonly isFinal: boolean };

const SEND_TIMEOUT_MS = 5000;

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

export interface SendSignals {
  readonly late?: AbortSignal | undefined;
  readonly closing?: AbortSignal;
}

/** Posts JSON without following redirects. Never rejects. `isFinal`: another attempt would fail as well. */
export async function send(url: string, body: string, signals: SendSignals = {}): Promise<Sent> {
  const { late = AbortSignal.timeout(SEND_TIMEOUT_MS), closing = late } = signals;
  try {
    const signal = AbortSignal.any([late, closing]);
    const request = { method: 'POST', body, headers: JSON_TYPE, redirect: 'manual', signal } as const;
    const response = await fetch(url, request);
    const { status } = response;
    await response.body?.cancel().catch(() => undefined);
    if (status >= 200 && status < 300) return { isDelivered: true, status };
    const isFinal = status < 500 && status !== 408 && status !== 429;
    return { isDelivered: false, reason: `it answered with status ${status}`, isFinal };
  } catch (thrown) {
    // Not its message, which may contain the URL.
    const error = thrown as Error;
    // The ports of other protocols, such as 25 for mail: `fetch` refuses them before it sends anything.
    if (error.cause instanceof Error && error.cause.message === 'bad port') {
      const { port } = new URL(url);
      return { isDelivered: false, reason: `its port ${port} is one that no web client connects to`, isFinal: true };
    }
    const reason = late.aborted
      ? `no answer within ${SEND_TIMEOUT_MS / 1000} s`
      : `it cannot be reached (${codeOf(error.cause) || error.name})`;
    return { isDelivered: false, reason, isFinal: false };
  }
}

/** The URL's host, the only part that may be shown: the path of a webhook is its password. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown host';
}
