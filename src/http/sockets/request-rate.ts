/** Bounds how many requests one address sends within a second. Used by `server.ts`. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientAddresses } from '../limits/client-address.js';
import type { LimitListener } from '../limits/request-limits.js';
import { refuseRequest } from './client-error.js';

export interface RequestRateOptions {
  /** Requests of one address within a second that are never refused. */
  readonly perAddress: number;
  readonly addresses: ClientAddresses;
  readonly listener: LimitListener;
}

/**
 * Counts the requests of a second. Requests of this machine are never refused.
 *
 * The first of a second are not counted by address, up to the limit of one: while all addresses together stay below it,
 * a request costs a comparison. So an address is refused at the latest at twice its limit, and never below it. A
 * refusal waits for the end of the second: who asks again at once gets no more refusals for it.
 */
export class RequestRate {
  readonly #options: RequestRateOptions;
  readonly #ofAddresses = new Map<string, number>();
  #all = 0;
  #refused: ServerResponse[] = [];

  constructor(options: RequestRateOptions) {
    this.#options = options;
  }

  /** Whether a request may be answered; else it is refused when the second is over. */
  admits(request: IncomingMessage, response: ServerResponse): boolean {
    const { perAddress, addresses, listener } = this.#options;
    if (++this.#all <= perAddress) return true;
    const { name, isLocal } = addresses.of(request);
    if (isLocal) return true;
    const count = (this.#ofAddresses.get(name) ?? 0) + 1;
    this.#ofAddresses.set(name, count);
    if (count <= perAddress) return true;
    listener.limited('requests', name);
    this.#refused.push(response);
    return false;
  }

  /** The next second begins. */
  renew(): void {
    this.#all = 0;
    this.#ofAddresses.clear();
    const message = `more than ${this.#options.perAddress} requests a second from one address`;
    for (const response of this.#refused.splice(0))
      refuseRequest(response, { status: 429, code: 'too_many_requests', message, headers: { 'Retry-After': 1 } });
  }
}
