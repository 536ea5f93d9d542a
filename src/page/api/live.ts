/**
 * The live stream, `GET api/live`: server-sent events, at most ten a second. Types only.
 *
 * A stream begins with `snapshot`, or, if the browser sends a `Last-Event-ID` that is still known, with the updates
 * after that one. Then come `update`s; each has an id. Before the server ends a stream it sends `end`: the browser
 * should wait as long as that says, and then connect again. A comment comes every 15 s if nothing else does.
 */
import type { ShownAnswer, ShownBoard, ShownFeedback, ShownResult } from './game.js';

/** The data of each event, by its name. */
export interface LiveEvents {
  readonly snapshot: LiveSnapshot;
  readonly update: LiveUpdate;
  readonly end: LiveEnd;
}

/** All that is live now. It replaces what the browser knew. */
export interface LiveSnapshot {
  readonly host: ShownHost;
  /** In the order in which they were heard of last, the newest at the end. Others may follow as updates. */
  readonly games: readonly StreamedGame[];
}

/** What has happened since the update before. Absent lists are empty. */
export interface LiveUpdate {
  /** Once a second. */
  readonly host?: ShownHost;
  /** Games that are shown from now on, each as of its last turn. One that is known already is replaced. */
  readonly games?: readonly StreamedGame[];
  /** Turns of games that are known, in order. Turns are left out if there are too many to show. */
  readonly turns?: readonly StreamedTurn[];
  readonly ended?: readonly StreamedEnding[];
}

/** Why a stream ends: the host closes, or the reader was too slow. */
export interface LiveEnd {
  readonly reason: 'closing' | 'slow';
  /** When to connect again, in ms. */
  readonly retry: number;
}

/** A game under way. */
export interface StreamedGame {
  /** As in the journal: the game's page is `games/ID`. */
  readonly id: string;
  readonly snake: string;
  readonly game: string;
  readonly you: string;
  readonly startedAt: number;
  readonly ruleset: string;
  readonly map: string;
  readonly strategy: string;
  readonly version: string;
  readonly experiment?: string;
  readonly variant?: string;
  /** The time that the engine gives for an answer. */
  readonly timeout: number;
  /** Turns so far that were answered by the host instead of the strategy, and that the engine did not use. */
  readonly fallbacks: number;
  readonly lost: number;
  readonly turn: StreamedTurn;
}

/** One turn of a live game. */
export interface StreamedTurn {
  /** Of the game. */
  readonly id: string;
  readonly turn: number;
  readonly at: number;
  readonly board: ShownBoard;
  /** Absent as long as no turn was answered: the game has just begun. */
  readonly answer?: ShownAnswer;
  /** What became of the answer to the turn before. */
  readonly before?: ShownFeedback;
}

/** A game that is over, for the snake or for all. */
export interface StreamedEnding {
  readonly id: string;
  readonly at: number;
  /** `unshown`: it goes on, but is no longer shown: too many others are. */
  readonly result: ShownResult | 'unshown';
  readonly turns?: number;
  readonly place?: number;
  readonly cause?: string;
  /** The final board, if an `/end` came. */
  readonly board?: ShownBoard;
}

/** How the host does. Under `/watch` it has the version and the snakes alone, and of these no children. */
export interface ShownHost {
  readonly at: number;
  readonly version: string;
  /** Since its start. */
  readonly uptime?: number;
  readonly state?: 'starting' | 'ready' | 'draining';
  /** How late the event loop is now. */
  readonly loopDelay?: number;
  /** Memory of the host's own process, in MB. */
  readonly memoryMb?: number;
  readonly journal?: ShownJournal;
  readonly snakes: readonly ShownMount[];
  /** How many streams are open. */
  readonly readers?: number;
}

/** How the journal does. `waiting`: events and bytes that are not on the disk yet. */
export type ShownJournal =
  | { readonly state: 'off' }
  | { readonly state: 'working' | 'failing'; readonly waiting: number; readonly bytes: number };

/** A mounted snake. */
export interface ShownMount {
  readonly prefix: string;
  readonly name: string;
  readonly strategy?: string;
  readonly isolation?: string;
  readonly color?: string;
  /** Of the configuration that it came with. */
  readonly version?: number;
  /** It only finishes its games. */
  readonly isRetired?: true;
  /** How many are under way. */
  readonly games?: number;
  /** Games in which it thinks to its deadline, and turns that wait for a core; absent if no schedule divides them. */
  readonly cpuBound?: number;
  readonly waiting?: number;
  /** What the last turn of each game was given, by the id of the game in the journal. */
  readonly shares?: Readonly<Record<string, number>>;
  readonly children?: readonly ShownChild[];
}

/** A child process of a snake. */
export interface ShownChild {
  readonly pid: number;
  readonly state: string;
  readonly games: number;
  readonly memoryMb: number;
}
