/** Bounds what one address can ask of the host. Used by `server.ts` and the snake routes. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limit } from '../../metrics/metrics.js';
import type { ClientAddress } from '../../snakes/mount.js';
import { HttpError } from '../http-error.js';
import { refuseRequest } from '../sockets/client-error.js';
import { Attempts } from './attempts.js';
import type { ClientAddresses } from './client-address.js';
import { PerAddressQuota } from './per-address-quota.js';

export interface LimitListener {
  limited(limit: Limit, address: string): void;
  /** An idle connection was closed to make room for a new one. */
  evicted(address: string): void;
}

export const silentLimitListener: LimitListener = { limited() {}, evicted() {} };

export interface LimitsPerAddress {
  /** Connections at a time. */
  readonly connections: number;
  /** Requests within a second that are never refused. */
  readonly requests: number;
  /** Requests at a time whose body has not arrived in full. */
  readonly unfinished: number;
  /** Games that begin within a minute. */
  readonly newGames: number;
}

/**
 * Counts the requests, the unfinished requests and the new games of each address. Requests of this machine are neither
 * counted by address nor refused.
 */
export class RequestLimits {
  readonly #perAddress: LimitsPerAddress;
  readonly #addresses: ClientAddresses;
  readonly #listener: LimitListener;
  readonly #unfinished: PerAddressQuota;
  readonly #newGames: Attempts;
  readonly #thisSecond: PerAddressQuota;
  #allThisSecond = 0;
  #refused: ServerResponse[] = [];

  /** @param now the clock, in ms. */
  constructor(perAddress: LimitsPerAddress, addresses: ClientAddresses, listener: LimitListener, now?: () => number) {
    this.#perAddress = perAddress;
    this.#addresses = addresses;
    this.#listener = listener;
    this.#thisSecond = new PerAddressQuota({ perAddress: perAddress.requests });
    this.#unfinished = new PerAddressQuota({ perAddress: perAddress.unfinished });
    this.#newGames = new Attempts({ perAddress: perAddress.newGames }, now);
  }

  addressOf(req: IncomingMessage): ClientAddress {
    return this.#addresses.of(req);
  }

  /**
   * Whether a request may be answered; else it is refused when the second is over, so that a client that asks again at
   * once gets no more refusals for it.
   *
   * The first of a second are not counted by address, up to the limit of one: while all addresses together stay below
   * it, a request costs a comparison. So an address is refused at the latest at twice its limit, and never below it.
   */
  admits(req: IncomingMessage, response: ServerResponse): boolean {
    if (++this.#allThisSecond <= this.#perAddress.requests) return true;
    const { name, isLocal } = this.#addresses.of(req);
    if (isLocal || this.#thisSecond.take(name)) return true;
    this.#listener.limited('requests', name);
    this.#refused.push(response);
    return false;
  }

  /** Begins the next second. */
  renew(): void {
    this.#allThisSecond = 0;
    this.#thisSecond.clear();
    const message = `more than ${this.#perAddress.requests} requests a second from one address`;
    for (const response of this.#refused.splice(0))
      refuseRequest(response, { status: 429, code: 'too_many_requests', message, headers: { 'Retry-After': 1 } });
  }

  /** Counts a request as unfinished while `read` reads its body. Throws a 429 if its address has too many. */
  async whileUnfinished<Result>(req: IncomingMessage, read: () => Promise<Result>): Promise<Result> {
    const { name, isLocal } = this.#addresses.of(req);
    if (isLocal) return read();
    if (!this.#unfinished.take(name)) {
      const message = `more than ${this.#perAddress.unfinished} unfinished requests from ${name}`;
      throw this.#refuse('unfinished', name, message, 1);
    }
    try {
      return await read();
    } finally {
      this.#unfinished.release(name);
    }
  }

  /** Throws a 429 if the address has begun too many games within a minute. */
  countNewGame(req: IncomingMessage): void {
    const { name, isLocal } = this.#addresses.of(req);
    if (isLocal || this.#newGames.take(name)) return;
    const message = `more than ${this.#perAddress.newGames} new games a minute from ${name}`;
    throw this.#refuse('newGames', name, message, this.#newGames.retryAfter(name));
  }

  /** Reports a request that found no room for its large body, which all addresses share. */
  reportBusy(req: IncomingMessage): void {
    this.#listener.limited('largeBodies', this.#addresses.of(req).name);
  }

  #refuse(limit: Limit, address: string, message: string, retryAfter: number): HttpError {
    this.#listener.limited(limit, address);
    return new HttpError(429, 'too_many_requests', message, undefined, retryAfter);
  }
}
