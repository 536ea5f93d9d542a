/** Bounds what one address can ask of the host. Used by the snake routes. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http-error.js';
import { Attempts } from './attempts.js';
import type { ClientAddresses } from './client-address.js';
import type { ClientAddress } from '../../snakes/mount.js';
import type { Limit } from '../../metrics/metrics.js';

export interface LimitListener {
  limited(limit: Limit, address: string): void;
  /** An idle connection was closed to make room for a new one. */
  evicted(address: string): void;
}

export const silentLimitListener: LimitListener = { limited() {}, evicted() {} };

export interface LimitsPerAddress {
  /** Connections at a time. */
  readonly connections: number;
  /** Requests within a second. */
  readonly requests: number;
  /** Requests at a time whose body has not arrived in full. */
  readonly unfinished: number;
  /** Games that begin within a minute. */
  readonly newGames: number;
}

export interface RequestLimitsOptions {
  readonly perAddress: LimitsPerAddress;
  readonly addresses: ClientAddresses;
  readonly listener: LimitListener;
  /** The clock, in ms. */
  readonly now?: () => number;
}

/**
 * Counts unfinished requests and new games of each address. Requests of this machine are neither counted nor refused.
 *
 * Guarantees that it keeps a bounded number of addresses. Never delays a request: it passes, or a 429 is thrown.
 */
export class RequestLimits {
  readonly #options: RequestLimitsOptions;
  readonly #unfinished = new Map<string, number>();
  readonly #newGames: Attempts;

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
    this.#newGames = new Attempts({ perAddress: options.perAddress.newGames }, options.now);
  }

  addressOf(req: IncomingMessage): ClientAddress {
    return this.#options.addresses.of(req);
  }

  /** Counts a request as unfinished while `read` reads its body. */
  async whileUnfinished<Result>(req: IncomingMessage, read: () => Promise<Result>): Promise<Result> {
    const { name, isLocal } = this.#options.addresses.of(req);
    if (isLocal) return read();
    const before = this.#unfinished.get(name) ?? 0;
    const { unfinished } = this.#options.perAddress;
    if (before >= unfinished) {
      throw this.#refuse('unfinished', name, `more than ${unfinished} unfinished requests from ${name}`, 1);
    }
    this.#unfinished.set(name, before + 1);
    try {
      return await read();
    } finally {
      const after = this.#unfinished.get(name)! - 1;
      if (after === 0) this.#unfinished.delete(name);
      else this.#unfinished.set(name, after);
    }
  }

  countNewGame(req: IncomingMessage): void {
    const { name, isLocal } = this.#options.addresses.of(req);
    if (isLocal || this.#newGames.take(name)) return;
    const message = `more than ${this.#options.perAddress.newGames} new games a minute from ${name}`;
    throw this.#refuse('newGames', name, message, this.#newGames.retryAfter(name));
  }

  /** Reports a request that found no room for its large body, which all addresses share. */
  reportBusy(req: IncomingMessage): void {
    this.#options.listener.limited('largeBodies', this.#options.addresses.of(req).name);
  }

  #refuse(limit: Limit, address: string, message: string, retryAfter: number): HttpError {
    this.#options.listener.limited(limit, address);
    return new HttpError(429, 'too_many_requests', message, undefined, retryAfter);
  }
}
