/** A local game in progress, for the page and for the official viewer. Fed by `play --browser`. */
import { toViewerFrame, toViewerGame, type FramesView, type ViewerSource } from '../viewer/view-game.js';
import type { Frame } from '../../wire/frame.js';
import type { Game } from '../../wire/resources.js';
import type { GameView, AnswerView, GameBoardView, DeathView, GamePieceView, TurnView } from '../../views/game.js';
import type { HostView, GameEndView, LiveGameView, LiveSnapshot, LiveTurnView, LiveUpdate } from '../../views/live.js';
import { toBoardSnakeView } from '../../recorded/board-history.js';
import { LiveChannel, type StreamReader } from './live-channel.js';
import { toLivePiece } from './live-update.js';

interface LocalSnakes {
  /** The snake whose game is shown. */
  readonly snake: string;
  readonly version: string;
}

export interface LocalTurn {
  readonly frame: Frame;
  /** By id of the snake. */
  readonly deaths: ReadonlyMap<string, DeathView>;
  /** Of the snake whose game is shown; absent if it was dead. */
  readonly answer?: AnswerView | undefined;
}

export type LocalEnding = Pick<GameEndView, 'cause' | 'rank'> & { readonly result: NonNullable<GameView['result']> };

type DatedEnding = LocalEnding & { readonly at: number };

/** Placeholder for the answer of a dead snake, which is never shown. */
const NO_ANSWER: AnswerView = { move: 'up', source: 'unknown', kind: 'moved' };

/** How often viewers receive updates, in ms. */
const UPDATE_MS = 100;
/** Most turns of one update, the last ones: the page then requests the others. */
const MAX_SENT = 32;
const PIECE_TURNS = 250;

/**
 * Owns all turns of one game, and the streams of its viewers. Guarantees that every frame can be requested, and that
 * viewers receive at most ten updates a second, however fast the game is.
 */
export class LocalGame implements ViewerSource {
  readonly id: string;
  readonly #game: Game;
  readonly #snakes: LocalSnakes;
  readonly #startedAt = Date.now();
  readonly #channel = new LiveChannel<LiveSnapshot, LiveUpdate>();
  readonly #turns: TurnView[] = [];
  /** Without a network, no turn is lost. */
  readonly #counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };
  #unsent: LiveTurnView[] = [];
  #latest: LiveTurnView;
  #ending: DatedEnding | undefined;
  #end: GamePieceView['end'];
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  /** `first` is the initial board. */
  constructor(id: string, game: Game, snakes: LocalSnakes, first: Frame) {
    this.id = id;
    this.#game = game;
    this.#snakes = snakes;
    this.#latest = this.#toStreamed({ frame: first, deaths: new Map() });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(turn: LocalTurn): void {
    const { answer = NO_ANSWER } = turn;
    const streamed = { ...this.#toStreamed(turn), answer };
    const { id: _, ...shown } = streamed;
    this.#turns.push(shown);
    this.#latest = streamed;
    this.#unsent.push(streamed);
    this.#timer ??= setTimeout(() => this.#send(), UPDATE_MS).unref();
  }

  end(turn: LocalTurn, ending: LocalEnding): void {
    this.#ending = { ...ending, at: Date.now() };
    this.#end = { turn: turn.frame.turn, board: toBoardView(turn) };
    this.#send();
  }

  show(from: number): GamePieceView {
    const turns = this.#turns.filter(({ turn }) => turn >= from);
    const next = turns[PIECE_TURNS]?.turn;
    return {
      game: this.#toRow(),
      timeout: this.#game.timeout,
      turns: turns.slice(0, PIECE_TURNS),
      ...(next !== undefined && { next }),
      ...(this.#end && { end: this.#end }),
    };
  }

  open(reader: StreamReader, lastId = ''): () => void {
    return this.#channel.add(reader, lastId, () => ({ host: this.#host(), games: [this.#toStreamedGame()] }));
  }

  find(id: string): Promise<string | undefined> {
    return Promise.resolve(id === this.id || id === this.#game.id ? this.id : undefined);
  }

  read(_key: string, offset: number, limit: number): Promise<FramesView> {
    const isOver = this.#ending !== undefined;
    const boards = [...this.#turns, ...(this.#end ? [this.#end] : [])];
    return Promise.resolve({
      game: toViewerGame(this.id, this.#game, this.#latest.board, isOver),
      count: boards.length,
      frames: boards.slice(offset, offset + limit).map(({ turn, board }) => toViewerFrame(turn, board)),
      isOver,
    });
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#channel.close('closing');
  }

  #send(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isClosed) return;
    const turns = this.#unsent.slice(-MAX_SENT);
    this.#unsent = [];
    const ended = this.#ending === undefined ? [] : [this.#toEnding(this.#ending)];
    this.#channel.send({ host: this.#host(), turns, ...(ended.length > 0 && { ended }) }, performance.now());
  }

  #host(): HostView {
    return { at: Date.now(), version: this.#snakes.version, snakes: [] };
  }

  #toEnding({ at, ...ending }: DatedEnding): GameEndView {
    return { id: this.id, at, ...ending, ...(this.#end && { turns: this.#end.turn, final: this.#end }) };
  }

  #toStreamed(turn: LocalTurn): LiveTurnView {
    const { frame, answer } = turn;
    if (answer !== undefined && answer.kind !== 'seen') this.#counts[answer.kind]++;
    const { late, failed, illegal } = this.#counts;
    const fallbacks = late + failed + illegal;
    return {
      id: this.id,
      turn: frame.turn,
      at: Date.now(),
      fallbacks,
      lost: 0,
      board: toBoardView(turn),
      ...(answer && { answer }),
    };
  }

  #toStreamedGame(): LiveGameView {
    const { ruleset, map, id, timeout } = this.#game;
    const { snake } = this.#snakes;
    const you = this.#latest.board.snakes[0]?.id ?? '';
    const played = { ruleset: ruleset.name, map, source: '', startedAt: this.#startedAt };
    return { id: this.id, snake, game: id, you, ...played, strategy: snake, version: '', timeout, turn: this.#latest };
  }

  #toRow(): GameView {
    const { at: endedAt, ...ending } = this.#ending ?? { at: undefined };
    return {
      ...toLivePiece(this.#toStreamedGame()).game,
      ...(endedAt !== undefined && { endedAt }),
      turns: this.#end?.turn ?? this.#latest.turn,
      ...ending,
      ...this.#counts,
    };
  }
}

function toBoardView({ frame: { board, snakes }, deaths }: LocalTurn): GameBoardView {
  const { width, height, food, hazards } = board;
  return {
    width,
    height,
    food,
    hazards,
    snakes: snakes.map((snake, seat) => {
      const death = deaths.get(snake.id);
      return { ...toBoardSnakeView(snake, board, seat === 0), ...(death && { death }) };
    }),
  };
}
