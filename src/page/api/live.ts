/**
 * The live stream, `GET api/live`: server-sent events, at most ten a second.
 *
 * A stream begins with `snapshot`, or, if the browser sends a `Last-Event-ID` that is still known, with the updates
 * after that one. Then come `update`s; each has an id. Before the server ends a stream it sends `end`: the browser
 * should wait as long as that says, and then connect again. A `beat` says that the host lives if nothing else does.
 */
import type { UpstreamStatus } from '../../exchange/upstream-status.js';
import type { AnswerFeedback, AnswerView, GamePieceView, GameView, JournalResult, TurnView } from './game.js';

export type { UpstreamStatus };

/** A stream has at least a `beat` this often, in ms. One that is silent for much longer has lost its host. */
export const BEAT_MS = 5000;

/** The data of each event, by its name. */
export interface LiveEvents {
  readonly snapshot: LiveSnapshot;
  readonly update: LiveUpdate;
  readonly beat: Readonly<Record<string, never>>;
  readonly end: LiveEnd;
}

/** All that is live now. It replaces what the browser knew. */
export interface LiveSnapshot {
  readonly host: HostView;
  /** In the order in which they were heard of last, the newest at the end. Others may follow as updates. */
  readonly games: readonly LiveGameView[];
}

/** What has happened since the update before. Absent lists are empty. */
export interface LiveUpdate {
  readonly host?: HostView;
  /** Games that are shown from now on, each as of its last turn. One that is known already is replaced. */
  readonly games?: readonly LiveGameView[];
  /** Turns of games that are known, in order. Turns are left out if there are too many to show. */
  readonly turns?: readonly LiveTurnView[];
  readonly ended?: readonly GameEndView[];
  /** Ids of games that go on, but are no longer shown: too many others are. */
  readonly hidden?: readonly string[];
}

export interface LiveEnd {
  readonly reason: 'closing' | 'slow';
  /** When to connect again, in ms. */
  readonly retry: number;
}

/** A game under way, as of its last turn. */
export interface LiveGameView
  extends
    Pick<GameView, 'id' | 'snake' | 'game' | 'you' | 'startedAt' | 'ruleset' | 'map' | 'source'>,
    Pick<GameView, 'strategy' | 'version' | 'experiment' | 'variant'> {
  /** The time that the engine gives for an answer. */
  readonly timeout: number;
  readonly turn: LiveTurnView;
}

export interface LiveTurnView extends Pick<TurnView, 'turn' | 'at' | 'board'> {
  /** Of the game. */
  readonly id: string;
  /** Turns so far that the host answered instead of the strategy, and that the engine did not use. One may be both. */
  readonly fallbacks: number;
  readonly lost: number;
  /** Absent as long as no turn was answered: the game has just begun. */
  readonly answer?: AnswerView;
  /** What became of the answer to the turn before. */
  readonly before?: AnswerFeedback;
}

/** What `GET api/play` answers: the snakes that a local game can be started with, by `POST api/play`. */
export interface PlayView {
  readonly snakes: readonly Pick<MountView, 'prefix' | 'name'>[];
}

/** The end of a game, for the snake or for all. */
export interface GameEndView extends Pick<GameView, 'id' | 'rank' | 'cause' | 'died'> {
  readonly at: number;
  readonly result: JournalResult;
  readonly turns?: number;
  /** The final board with its own number, if an `/end` came. */
  readonly final?: GamePieceView['end'];
}

export interface HostView {
  readonly at: number;
  readonly version: string;
  /** Since its start. */
  readonly uptime?: number;
  readonly state?: 'starting' | 'ready' | 'draining';
  readonly loopDelay?: number;
  /** Memory of the host's own process, in MB. */
  readonly memoryMb?: number;
  readonly journal?: JournalView;
  readonly snakes: readonly MountView[];
  /** Live games, as `serpentarium_live_games` counts them: fewer than those of all snakes where several play one. */
  readonly games?: number;
  /** Ids of the games that have not ended and had no request for a minute. */
  readonly silent?: readonly string[];
  readonly readers?: number;
}

/**
 * How the journal does. `waiting`: events and bytes that are not on the disk yet. `damaged`: damage was found in its
 * file, at the start of the host or since.
 */
export type JournalView =
  | { readonly state: 'off' }
  | { readonly state: 'working' | 'failing' | 'damaged'; readonly waiting: number; readonly bytes: number };

export interface MountView {
  readonly prefix: string;
  readonly name: string;
  readonly strategy?: string;
  readonly isolation?: string;
  readonly color?: string;
  /** Of the configuration that it came with. */
  readonly version?: number;
  /** It only finishes its games. */
  readonly isRetired?: true;
  /** How many are live. */
  readonly games?: number;
  /** Games in which it thinks to its deadline, and turns that wait for a core; absent if no schedule divides them. */
  readonly cpuBound?: number;
  readonly waiting?: number;
  /** What the last turn of each game was given, by the id of the game in the journal. */
  readonly shares?: Readonly<Record<string, number>>;
  readonly children?: readonly ChildView[];
  /** The servers that answer for it; absent if none does. */
  readonly upstreams?: readonly UpstreamStatus[];
}

export interface ChildView {
  readonly pid: number;
  readonly state: string;
  readonly games: number;
  readonly memoryMb: number;
}
