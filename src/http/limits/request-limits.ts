/** Bounds what one address can ask of the host. Used by the snake routes. */
import type { IncomingMessage } from 'node:http';
import { HttpError } from '../http-error.js';
import type { ClientAddress, ClientAddresses } from './client-address.js';
import type { Limit, LimitEvents } from './limit-events.js';

/** What one address may have. */
export interface LimitsPerAddress {
  /** Connections at a time. */
  readonly connections: number;
  /** Requests at a time whose body has not arrived in full. */
  readonly unfinished: number;
  /** Games that begin within a minute. */
  readonly newGames: number;
}

/** What the limits are wired to. */
export interface RequestLimitsOptions {
  readonly perAddress: LimitsPerAddress;
  readonly addresses: ClientAddresses;
  readonly events: LimitEvents;
  /** The clock, in ms. */
  readonly now?: () => number;
}

/** Games that an address may still begin, as of the moment `at`. */
interface Allowance {
  games: number;
  at: number;
}

const MINUTE_MS = 60_000;
/** The most addresses whose games are counted; of more, the one that was silent for the longest time is forgotten. */
const MAX_ADDRESSES = 20_000;

/**
 * Counts unfinished requests and new games of each address. Requests of this machine are neither counted nor refused.
 *
 * Guarantees that it keeps a bounded number of addresses. Never delays a request: it passes, or a 429 is thrown.
 */
export class RequestLimits {
  readonly #options: RequestLimitsOptions;
  readonly #now: () => number;
  readonly #unfinished = new Map<string, number>();
  /** The address that was silent for the longest time comes first. */
  readonly #allowances = new Map<string, Allowance>();

  constructor(options: RequestLimitsOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
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

  /** Counts a game that begins. */
  countNewGame(req: IncomingMessage): void {
    const address = this.#options.addresses.of(req);
    if (address.isLocal) return;
    const { newGames } = this.#options.perAddress;
    const allowance = this.#allowanceOf(address);
    if (allowance.games < 1) {
      const wait = Math.ceil(((1 - allowance.games) * MINUTE_MS) / newGames / 1000);
      throw this.#refuse(
        'newGames',
        address.name,
        `more than ${newGames} new games a minute from ${address.name}`,
        wait,
      );
    }
    allowance.games--;
  }

  /** Reports a request that found no room for its large body, which all addresses share. */
  reportBusy(req: IncomingMessage): void {
    this.#options.events.limited('largeBodies', this.#options.addresses.of(req).name);
  }

  /** The allowance of an address now; it grows back within a minute. */
  #allowanceOf({ name }: ClientAddress): Allowance {
    const { newGames } = this.#options.perAddress;
    const now = this.#now();
    const { games, at } = this.#allowances.get(name) ?? { games: newGames, at: now };
    const allowance = { games: Math.min(newGames, games + ((now - at) * newGames) / MINUTE_MS), at: now };
    this.#allowances.delete(name);
    this.#allowances.set(name, allowance);
    for (const [first, { at: since }] of this.#allowances) {
      if (since > now - MINUTE_MS && this.#allowances.size <= MAX_ADDRESSES) break;
      this.#allowances.delete(first);
    }
    return allowance;
  }

  #refuse(limit: Limit, address: string, message: string, retryAfter: number): HttpError {
    this.#options.events.limited(limit, address);
    return new HttpError(429, 'too_many_requests', message, undefined, retryAfter);
  }
}
