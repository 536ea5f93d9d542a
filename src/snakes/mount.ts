/** The interface of a mounted snake, as `http/` and `arena/` use it. */
import { CUSTOMIZATION_KEYS, type Customization } from '../wire/customization.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { GameRequest } from '../wire/resources.js';
import type { ChildStatus } from './strategy/runner.js';
import type { UpstreamStatus } from '../exchange/upstream-status.js';

/** A request and how it came. */
export interface Arrival {
  /** The body as received. Read it as late as possible: a local game makes it on demand. */
  readonly text: string;
  /** When it arrived, on the clock of `performance.now()`, in ms. */
  readonly at: number;
  /** Its `Via` header; absent if it has none. */
  readonly via?: string | undefined;
  /** Calls the listener if the client disconnects before its request is answered. Absent if that cannot be known. */
  readonly onGone?: ((listener: () => void) => void) | undefined;
  /** The sender. Absent in a local game. */
  readonly from?: ClientAddress | undefined;
}

/** The sender of a request. */
export interface ClientAddress {
  /** An IPv4 address, or the first 64 bits of an IPv6 address: one network owns all addresses with that prefix. */
  readonly name: string;
  /** True for this machine, which has no limits: tests, matches, health checks. */
  readonly isLocal: boolean;
  /** The kind of network that it came over; each has its own overhead. `forwarded`: by a proxy. */
  readonly network: 'loopback' | 'private' | 'public' | 'forwarded';
}

/** Live state for operators, as plain JSON. */
export interface MountStatus {
  readonly prefix: string;
  readonly name: string;
  readonly strategy: string;
  readonly isolation: string;
  /** Games in which it computes to its deadline. Absent, like `waiting`, if the cores are not scheduled. */
  readonly cpuBound?: number;
  readonly waiting?: number;
  /** Games with a request within the last minute, health probes excluded. */
  readonly live: number;
  /**
   * Games in progress, including games that only wait for their end. In ms: `overhead` is the expected one, `silent`
   * the time since the last request, `share` the time given to the last turn of a CPU-bound game. `pondered`: turns
   * before which the snake pondered, and how many of them it had expected; absent if it does not ponder.
   */
  readonly games: readonly {
    readonly game: string;
    readonly you: string;
    readonly turn: number;
    readonly overhead: number;
    readonly silent: number;
    /** Whether it counts as `live`. */
    readonly isLive: boolean;
    readonly share?: number;
    readonly pondered?: { readonly turns: number; readonly found: number };
  }[];
  readonly children: readonly ChildStatus[];
  /** The state of the servers that answer for it; absent without any. */
  readonly upstreams?: readonly UpstreamStatus[];
}

/** One snake under one prefix. Its methods never throw or reject: a strategy's failure is an {@link Answer}. */
export interface Mount {
  readonly prefix: string;
  readonly name: string;
  /** The answer to `GET`. */
  readonly info: InfoResponse;
  isPlaying(request: GameRequest): boolean;
  /** Takes a `/start`. Returns at once. A `/start` from another client changes nothing in a live game. */
  start(request: GameRequest, arrival: Arrival): void;
  /** Answers a `/move`. Resolves within the engine's timeout, overhead included. */
  answer(request: GameRequest, arrival: Arrival): Promise<Answer>;
  /** Takes an `/end`. Returns at once. An `/end` from another client waits until the game is silent. */
  end(request: GameRequest, arrival: Arrival): void;
  /**
   * Drops the game of a `/start` if it is live here: its engine starts it again on another host. Returns `false` if the
   * `/start` is from another client.
   */
  leave(request: GameRequest, arrival: Arrival): boolean;
  status(): MountStatus;
}

export interface ClosableMount extends Mount {
  /** Ends all games in progress as abandoned. */
  abandonGames(): void;
  /** Resolves when its processes have exited. */
  close(): Promise<void>;
}

/** The answer to `GET`. The configuration overrides what the snake exports, key by key. */
export function toInfo(configured: Customization, exported: Customization): InfoResponse {
  const both: Customization = { ...exported, ...configured };
  const given = CUSTOMIZATION_KEYS.flatMap((key) => (both[key] === undefined ? [] : [[key, both[key]]]));
  return { apiversion: '1', ...Object.fromEntries(given) };
}
