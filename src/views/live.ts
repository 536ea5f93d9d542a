/**
 * The live streams: server-sent events, at most ten a second.
 *
 * - `GET api/live`, all games: {@link LiveEvents}. It begins with `snapshot`, or, for a known `Last-Event-ID`, with the
 *   updates after that one. Then come `update`s; each has an id.
 * - `GET api/games/ID/live`, one game: {@link GameEvents}. It begins with the stored turns, or, for a `Last-Event-ID`,
 *   with the ones since that event, and ends when the game is over. As JSON: the first piece.
 *
 * Before the server ends a stream it sends `end` with the time to wait before the browser reconnects, if that has a
 * purpose. A browser has six connections to a host: what it opens beyond four streams ends with `shared` as soon as it
 * has sent what is known. A `beat` shows that the host lives when nothing else is sent.
 */
import type { Direction } from '../rules/types.js';
import type { UpstreamStatus } from '../exchange/upstream-status.js';
import type { GamePieceView, GameView, TurnView } from './game.js';

export type { UpstreamStatus };

/** A stream has at least a `beat` this often, in ms. A stream that is silent for much longer has lost its host. */
export const BEAT_MS = 5000;

/** The data of each event, by its name. */
export interface LiveEvents {
  readonly snapshot: LiveSnapshot;
  readonly update: LiveUpdate;
  readonly beat: Readonly<Record<string, never>>;
  readonly end: LiveEnd;
}

/** The same for one game. */
export interface GameEvents {
  readonly piece: GamePieceView;
}

/** All live games. Replaces the browser's state. */
export interface LiveSnapshot {
  readonly host: HostView;
  /** In the order of their last turns, the newest at the end. More may follow as updates. */
  readonly games: readonly LiveGameView[];
}

/** What has changed since the last update. Absent lists are empty. */
export interface LiveUpdate {
  readonly host?: HostView;
  /** Games with another turn, or that are over. Turns are left out if there are too many. */
  readonly games?: readonly LiveGameView[];
  /** Ids of games that continue, but are no longer shown because there are too many. */
  readonly hidden?: readonly string[];
}

export interface LiveEnd {
  /** `shared`: its browser has many streams, and asks for what is new again. */
  readonly reason: 'closing' | 'over' | 'shared';
  /** When to reconnect, in ms; absent if nothing more will come. */
  readonly retry?: number;
}

/** A game in progress as of its last turn, or one that is just over. */
export interface LiveGameView extends GameView {
  /** The engine's timeout. */
  readonly timeout: number;
  readonly turn: TurnView;
  /** The final board, if an `/end` came. */
  readonly final?: TurnView;
}

/** What `GET api/play` answers: the snakes that a local game can be started with, by `POST api/play`. */
export interface PlayView {
  readonly snakes: readonly Pick<MountView, 'prefix' | 'name'>[];
}

interface PlaySeats {
  /** Prefixes, in the order of the seats; from a recorded turn, of its living snakes. */
  readonly snakes: readonly string[];
  /** Pause after each turn, in ms. */
  readonly pause: number;
}

/** On a new square board of so many cells a side, or from a turn of the journal's `game`. */
export type PlayRequest = PlaySeats &
  ({ readonly size: number; readonly from?: undefined } | { readonly from: PlayFrom; readonly size?: undefined });

export interface PlayFrom {
  readonly game: string;
  readonly turn: number;
  /** The first move of the snake whose game it is (default: the answer of the snake in its seat). */
  readonly move?: Direction;
}

export type PlayStart =
  | { readonly kind: 'started'; readonly game: string }
  | { readonly kind: 'busy' }
  | { readonly kind: 'refused'; readonly reason: string };

/** What `GET api/analysis` answers: the one analysis in progress. `POST` adds games to it, `DELETE` ends it. */
export interface AnalysisView {
  /** Ids of games, the first one in progress. */
  readonly games: readonly string[];
  /** Turns of the game in progress; both 0 until it is read. */
  readonly searched: number;
  readonly total: number;
  /** The last game that could not be analysed, and why. */
  readonly failed?: { readonly id: string; readonly reason: string };
}

export interface HostView {
  readonly at: number;
  readonly version: string;
  /** Since its start. */
  readonly uptime: number;
  readonly state: 'starting' | 'ready' | 'draining';
  readonly loopDelay: number;
  /** Memory of the host's own process, in MB. */
  readonly memoryMb: number;
  readonly journal: JournalView;
  readonly snakes: readonly MountView[];
  /** Live games, as `serpentarium_live_games` counts them: fewer than the sum over snakes if several play in one. */
  readonly games: number;
  /** Ids of unfinished games without a request for a minute. */
  readonly silent: readonly string[];
  readonly readers: number;
}

/**
 * The status of the journal. `damaged`: its file has to be replaced, by a restart. `replaced`: it was damaged, and the
 * host began a new one at its start.
 */
export type JournalView =
  | { readonly state: 'off' }
  | {
      readonly state: 'working' | 'failing' | 'damaged' | 'replaced';
      /** Why it does not simply work. */
      readonly reason?: string;
      /** Events and bytes that are not on the disk yet. */
      readonly waiting: number;
      readonly bytes: number;
      /** What no journal will ever have, since the host started. */
      readonly lost?: LossView;
    };

export interface LossView {
  readonly events: number;
  readonly games: number;
  /** Of the last loss. */
  readonly reason: string;
}

export interface MountView {
  readonly prefix: string;
  readonly name: string;
  readonly strategy: string;
  readonly isolation: string;
  readonly color?: string;
  /** Of the configuration that it came with. */
  readonly version: number;
  /** It only finishes its games. */
  readonly isRetired?: true;
  /** Number of live games. */
  readonly games: number;
  /**
   * Games in which it computes to its deadline, and turns that wait for a core; absent if the cores are not scheduled.
   */
  readonly cpuBound?: number;
  readonly waiting?: number;
  /** The last share of each game, by the id of the game in the journal. */
  readonly shares?: Readonly<Record<string, number>>;
  readonly children: readonly ChildView[];
  /** The servers that answer for it; absent without any. */
  readonly upstreams?: readonly UpstreamStatus[];
}

export interface ChildView {
  readonly state: string;
  readonly games: number;
  readonly memoryMb: number;
}
