/**
 * What server and browser say to each other about games: boards, turns, lists of games, one game. Types only, so that
 * both sides can read it. Moments are in ms since 1970, durations in ms.
 *
 * The routes, relative to the base of the page:
 *
 * - `GET api/games?…`: {@link GameListView}; `GET api/names`: {@link FilterNames}
 * - `GET api/glimpses?ids=ID,ID`: {@link GlimpsesView}
 * - `GET api/games/ID/live`: the stream of `live.ts`, of a stored game and of one in progress
 * - `GET api/games/ID/autopsy`: {@link AutopsyView}
 * - `GET api/games/ID/turns/N/position`: a position file as text, for download
 * - `POST api/games/ID/share`: {@link ShareView}; `GET api/shares`: all of them; `DELETE api/shares/TOKEN`
 * - `POST api/games/ID/moves` with `{turn}`: a list of {@link MoveView}, the best move first
 * - `POST api/games/ID/turns/N/ask`: {@link AskRequest} to {@link AskView}; 429 while another turn is asked
 *
 * `live.ts` has the live stream, `page-info.ts` what the document says, `plots.ts` the rest.
 */
import type { TurnAnalysis, TurnGrade, TurnText } from './analysis.js';
import type { FilterNames, GameList, GameRow, JournalResult, TurnRow } from './game-rows.js';
import type { AnswerFeedback, ShadowAnswer, TurnAnswer } from './game-rows.js';
import type { Coordinate, Direction } from '../rules/types.js';
import type { CleanNote } from '../wire/note.js';
import type { LateCause } from '../wire/responses.js';

export type { AnswerFeedback, CleanNote, FilterNames, JournalResult };

/** A game in one line of a list, without its options and code. */
export type GameView = Omit<GameRow, 'hash' | 'options'>;

export interface BoardSnakeView {
  readonly id: string;
  readonly name: string;
  /** `#rrggbb`. */
  readonly color: string;
  /** Names of its customizations; absent for the default ones. */
  readonly head?: string;
  readonly tail?: string;
  /** Null if fog of war hides it. */
  readonly health: number | null;
  /** Fog of war hides parts of the body: its length is not known. */
  readonly isUnseen?: true;
  /**
   * From head to tail; stacked cells repeat, hidden ones are far off the board. A dead snake has its last seen body.
   */
  readonly body: readonly Coordinate[];
  readonly isYou?: true;
  readonly shout?: string;
  readonly squad?: string;
  /** As the engine reports it for the turn before, in ms; empty if it measured none. */
  readonly latency?: string;
  readonly death?: DeathView;
}

/** How a snake died. Unknown parts are absent. */
export interface DeathView {
  /** The first turn on whose board it was dead. */
  readonly turn: number;
  /** It was dead on that board, and may have died on an earlier, unknown turn. */
  readonly isLatest?: true;
  /** In the engine's words: `wall-collision`. */
  readonly cause?: string;
  /** Id of the snake that killed it. */
  readonly by?: string;
}

/** One board. The origin is the lower left corner. */
export interface GameBoardView {
  readonly width: number;
  readonly height: number;
  readonly food: readonly Coordinate[];
  /** Stacked hazards repeat. */
  readonly hazards: readonly Coordinate[];
  /** By seat: in order of appearance, the dead included. A snake keeps its seat for the whole game. */
  readonly snakes: readonly BoardSnakeView[];
}

export interface AnswerView {
  /** Absent if the source of an imported game does not show it. */
  readonly move?: Direction;
  /**
   * The origin of the move: `strategy` the strategy's move, `proposal` its last proposal before it was late or failed,
   * `safe` the host's safe move instead of it, `delegated` the host's safe move because the strategy returned nothing.
   * `unknown` for an imported game.
   */
  readonly source: 'strategy' | 'proposal' | 'safe' | 'delegated' | 'unknown';
  /** `seen`: the step of a snake in an imported game. */
  readonly kind: TurnAnswer['kind'];
  /** The reason of a fallback, in one sentence. */
  readonly reason?: string;
  /** The cause of a late answer; absent otherwise, and in games recorded by an earlier release. */
  readonly cause?: LateCause;
  readonly shout?: string;
  /** From the arrival of the request to the answer. Absent if unknown. */
  readonly took?: number;
  /** The strategy's time. Absent if unknown. */
  readonly budget?: number;
  /** The network latency that was assumed, in ms. */
  readonly overhead?: number;
  readonly note?: CleanNote;
}

/** One turn of a game, stored or live: its row without the request, but with the board. */
export interface TurnView extends Pick<TurnRow, 'turn' | 'feedback'> {
  readonly board: GameBoardView;
  /** Absent until our snake has answered, and if it was not asked, because it is dead or the game is over. */
  readonly answer?: AnswerView;
  /**
   * The final board, which an `/end` has shown. There is a gap before it if the game continued without the snake. It
   * has an answer if our snake lives on it and its engine asked for another move.
   */
  readonly isFinal?: true;
  /** The answer of a shadow experiment's candidate; absent if it was not asked. */
  readonly shadow?: { readonly kind: ShadowAnswer['kind']; readonly move?: Direction };
  readonly analysis?: TurnAnalysisView;
}

/** The analysis of a turn, graded and in words, with the line of its best move. */
export interface TurnAnalysisView extends TurnGrade, TurnText, Pick<TurnAnalysis, 'line'> {}

/** A move of a turn, as the search of `analyse` scores it. */
export interface MoveView extends Pick<TurnAnalysis, 'line'> {
  readonly move: Direction;
  /** From −100 to +100, or the turn by which the end can be forced. */
  readonly worth: string;
}

export interface GameListView extends Omit<GameList, 'games'> {
  readonly games: readonly GameView[];
}

/** By id, what a list shows of games besides their rows: without a board if no `/end` came. */
export type GlimpsesView = Readonly<
  Record<string, { readonly board?: GameBoardView; readonly times: { readonly p50?: number; readonly p99?: number } }>
>;

/** A game for the page: stored turns, in pieces if there are many, or new ones. */
export interface GamePieceView {
  readonly game: GameView;
  /** The engine's timeout. */
  readonly timeout: number;
  /** In order. A turn that is known already is replaced. */
  readonly turns: readonly TurnView[];
  /** Whether these are the last ones that are stored; absent for new ones. */
  readonly isWhole?: boolean;
  /** The seats of this game that are in the journal, its own among them; absent for new turns. */
  readonly seats?: readonly Pick<GameView, 'id' | 'you' | 'snake' | 'rank'>[];
}

/** A game that is over as anybody with its link sees it: what was played, and the best lines. */
export interface SharedGameView extends GamePieceView {
  readonly autopsy?: AutopsyView;
}

/** A link to a game. */
export interface ShareView {
  readonly token: string;
  /** The id of the game in the journal, which may have deleted it since. */
  readonly id: string;
  readonly title: string;
  readonly at: number;
}

/** Why the snake died, and where it could still have been saved. */
export interface AutopsyView {
  /** Why there is no result: a sentence. The other fields are then absent. */
  readonly refusal?: string;
  readonly died?: number;
  readonly cause?: string;
  readonly killer?: string;
  /** The turn that counts as saved. */
  readonly until?: number;
  readonly chance?: {
    readonly turn: number;
    /** The saving moves. */
    readonly moves: readonly Direction[];
    /** The snake's answer, which differs if the engine used it. */
    readonly answered?: Direction;
    /** The engine did not use that answer. */
    readonly isLost: boolean;
    /** A surviving line: the moves, and the cells of the head, beginning with that turn. */
    readonly line: readonly Direction[];
    readonly cells: readonly Coordinate[];
  };
  /** Turns on which the search gave up, because there were too many lines. */
  readonly unsure?: readonly number[];
}

export interface AskRequest {
  /** Prefix of a mounted snake, perhaps with a version, as `/greedy@v1` (default: the one that played). */
  readonly snake?: string;
}

/** The present strategy's answer to a recorded turn. */
export interface AskView extends AnswerView {
  readonly snake: string;
}
