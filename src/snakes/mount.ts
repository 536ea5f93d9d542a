/** A snake under a prefix, as `http/` and `arena/` see it. */
import { CUSTOMIZATION_KEYS, type Customization } from '../wire/customization.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { GameRequest } from '../wire/resources.js';
import type { ChildStatus } from './strategy/runner.js';
import type { UpstreamStatus } from '../exchange/upstream-status.js';

/** How a request came in. */
export interface Arrival {
  /** The body as it arrived. Read as late as possible: in a local game it has to be made first. */
  readonly text: string;
  /** When it arrived, on the clock of `performance.now()`, in ms. */
  readonly at: number;
  /** Its `Via` header; absent if it has none. */
  readonly via?: string | undefined;
  /** Calls the listener if the client goes before its request is answered. Absent if that cannot be known. */
  readonly onGone?: ((listener: () => void) => void) | undefined;
  /** Whose request it is. Absent in a local game. */
  readonly from?: ClientAddress | undefined;
}

/** Whose request it is, and how it came. */
export interface ClientAddress {
  /** An IPv4 address, or the first 64 bits of an IPv6 address: a network has all addresses that begin so. */
  readonly name: string;
  /** Whether the request was made on this machine, which is not limited: tests, matches, health checks. */
  readonly isLocal: boolean;
  /** The kind of network that it came over, or that a proxy has forwarded it: each has an overhead of its own. */
  readonly way: 'loopback' | 'private' | 'public' | 'forwarded';
}

/** Live state for operators, as plain JSON. */
export interface MountStatus {
  readonly prefix: string;
  readonly name: string;
  /** The name of its strategy, or its command. */
  readonly strategy: string;
  readonly isolation: string;
  /** Games in which it computes to its deadline. Absent, as `waiting`, if no schedule divides the cores. */
  readonly cpuBound?: number;
  /** Turns that wait for a core. */
  readonly waiting?: number;
  /** Games that live: a request has come within the last minute, and they are no health probes. */
  readonly live: number;
  /**
   * Games under way, also those that only wait for their end. `overhead`: as it is expected; `silent`: how long ago the
   * last request came; `share`: what the last turn of a CPU-bound game was given; in ms. `pondered`:
   * turns before which it has pondered, and those of them that it had expected; absent if it does not ponder.
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
  /** How the servers do that answer for it; absent if none does. */
  readonly upstreams?: readonly UpstreamStatus[];
}

/** One snake under one prefix. Its methods never throw or reject: a strategy's failure is an {@link Answer}. */
export interface Mount {
  readonly prefix: string;
  readonly name: string;
  /** The answer to `GET`. */
  readonly info: InfoResponse;
  /** Whether the game of a request is under way. */
  isPlaying(request: GameRequest): boolean;
  /** Takes a `/start`. Returns at once. One that a stranger sends for a live game changes nothing. */
  start(request: GameRequest, arrival: Arrival): void;
  /** Answers a `/move`. Resolves within the engine's timeout, overhead included. */
  answer(request: GameRequest, arrival: Arrival): Promise<Answer>;
  /** Takes an `/end`. Returns at once. One that a stranger sends waits until the game is silent. */
  end(request: GameRequest, arrival: Arrival): void;
  /**
   * Drops the game of a `/start` if it is live here: its engine starts it again, elsewhere. Returns `false` if the
   * `/start` is a stranger's.
   */
  leave(request: GameRequest, arrival: Arrival): boolean;
  status(): MountStatus;
}

/** A mount that has processes to end: a snake, or an experiment of two. */
export interface ClosableMount extends Mount {
  /** Gives up all games under way: they count as abandoned. */
  abandonGames(): void;
  /** Resolves when its processes are gone. */
  close(): Promise<void>;
}

/** The answer to `GET`. What the configuration says wins over what the snake says of itself, key by key. */
export function toInfo(configured: Customization, exported: Customization): InfoResponse {
  const both: Customization = { ...exported, ...configured };
  const given = CUSTOMIZATION_KEYS.flatMap((key) => (both[key] === undefined ? [] : [[key, both[key]]]));
  return { apiversion: '1', ...Object.fromEntries(given) };
}
