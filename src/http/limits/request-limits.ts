/** Limits the requests of one address. Used by the public app and its snake routes. */
import type { IncomingMessage } from 'node:http';
import type { Limit } from '../../metrics/metrics.js';
import type { ClientAddress } from '../../snakes/mount.js';
import { HttpError, type AppContext } from '../context.js';
import { Connection } from '../sockets/connection.js';
import { Attempts, PerAddressQuota } from './per-address.js';
import type { ClientAddresses } from './client-address.js';

export interface LimitListener {
  limited(limit: Limit, address: string): void;
  /** An idle connection was closed to make room for a new one. */
  evicted(address: string): void;
  /** An untrusted proxy forwards requests, which count as its own; or all of `games` came from it. */
  unnamedProxy(address: string, games?: number): void;
}

export const silentLimitListener: LimitListener = { limited() {}, evicted() {}, unnamedProxy() {} };

/** An address of a private network counts as a proxy if it alone has begun this many games. */
const GAMES_OF_PROXY = 50;

export interface LimitsPerAddress {
  readonly connections: number;
  /** Requests within a second that are never refused. */
  readonly requests: number;
  /** Parallel requests whose body is incomplete. */
  readonly unfinished: number;
  /** New games within a minute. */
  readonly newGames: number;
}

/**
 * Counts the requests, the unfinished requests and the new games of each address. Requests of this machine are neither
 * counted by address nor refused, nor are turns of live games: engines may share their address with other clients.
 */
export class RequestLimits {
  readonly #perAddress: LimitsPerAddress;
  readonly #addresses: ClientAddresses;
  readonly #listener: LimitListener;
  /** The functions that refuse them, by address; the one that has been unfinished for longest comes first. */
  readonly #unfinished = new Map<string, Set<() => void>>();
  readonly #newGames: Attempts;
  readonly #thisSecond: PerAddressQuota;
  #allThisSecond = 0;
  #refused: (() => void)[] = [];
  /** The address that began all games, unless there are several, and how many. */
  #begun: { readonly address: string | undefined; games: number } | undefined;

  /** @param now the clock, in ms. */
  constructor(perAddress: LimitsPerAddress, addresses: ClientAddresses, listener: LimitListener, now?: () => number) {
    this.#perAddress = perAddress;
    this.#addresses = addresses;
    this.#listener = listener;
    this.#thisSecond = new PerAddressQuota({ perAddress: perAddress.requests });
    this.#newGames = new Attempts({ perAddress: perAddress.newGames }, now);
  }

  addressOf(req: IncomingMessage): ClientAddress {
    return this.#addresses.of(req);
  }

  /**
   * Counts a request. Rejects with a 429 if its address has sent too many within this second. Rejects at the end of the
   * second, so that a client which retries at once gains nothing.
   *
   * The first of a second are not counted by address, up to the limit of one: while all addresses together stay below
   * it, a request costs a comparison. So an address is refused at the latest at twice its limit, and never below it.
   */
  admit(req: IncomingMessage): Promise<void> | undefined {
    if (++this.#allThisSecond <= this.#perAddress.requests) return undefined;
    const { name, isLocal } = this.#addresses.of(req);
    if (isLocal || this.#thisSecond.take(name)) return undefined;
    const refusal = this.#refuse('requests', name, `more than ${this.#perAddress.requests} requests a second`, 1);
    const connection = Connection.of(req.socket);
    if (connection !== undefined) connection.isRefused = true;
    return new Promise((_, reject) => {
      this.#refused.push(() => {
        if (connection !== undefined) connection.isRefused = false;
        reject(refusal);
      });
    });
  }

  /** Begins the next second. */
  renew(): void {
    this.#allThisSecond = 0;
    this.#thisSecond.clear();
    for (const refuse of this.#refused.splice(0)) refuse();
  }

  /**
   * Counts a request as unfinished while `read` reads its body. If its address has too many, the one that has been
   * unfinished for longest is refused with a 429: turns arrive at once.
   */
  async whileUnfinished<Result>(
    { req, res }: Pick<AppContext, 'req' | 'res'>,
    read: () => Promise<Result>,
  ): Promise<Result> {
    const { name, isLocal } = this.#addresses.of(req);
    if (isLocal) return read();
    const unfinished = this.#unfinished.get(name) ?? new Set();
    this.#unfinished.set(name, unfinished);
    if (unfinished.size >= this.#perAddress.unfinished) for (const refuse of [...unfinished].slice(0, 1)) refuse();
    let refuse!: () => void;
    const refused = new Promise<never>((_, reject) => {
      refuse = () => {
        unfinished.delete(refuse);
        // The rest of it is not read.
        res.shouldKeepAlive = false;
        reject(this.#refuse('unfinished', name, `more than ${this.#perAddress.unfinished} unfinished requests`, 1));
      };
    });
    unfinished.add(refuse);
    try {
      return await Promise.race([read(), refused]);
    } finally {
      unfinished.delete(refuse);
      if (unfinished.size === 0) this.#unfinished.delete(name);
    }
  }

  /** Throws a 429 if the address has begun too many games within a minute. */
  countNewGame(req: IncomingMessage): void {
    const { name, isLocal, network } = this.#addresses.of(req);
    this.#begun ??= { address: name, games: 0 };
    if (this.#begun.address !== name) this.#begun = { address: undefined, games: 0 };
    else if (++this.#begun.games === GAMES_OF_PROXY && network === 'private')
      this.#listener.unnamedProxy(name, GAMES_OF_PROXY);
    if (isLocal || this.#newGames.take(name)) return;
    const message = `more than ${this.#perAddress.newGames} new games a minute`;
    throw this.#refuse('newGames', name, message, this.#newGames.retryAfter(name));
  }

  /** Reports a request that found no room for its large body, which all addresses share. */
  reportBusy(req: IncomingMessage): void {
    this.#listener.limited('largeBodies', this.#addresses.of(req).name);
  }

  #refuse(limit: Limit, address: string, message: string, retryAfter: number): HttpError {
    this.#listener.limited(limit, address);
    return new HttpError(429, 'too_many_requests', `${message} from ${address}`, undefined, retryAfter);
  }
}
