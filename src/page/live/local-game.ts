/** A local game in progress, for the page and for the official viewer. Fed by `play --browser`. */
import { toViewerFrame, toViewerGame, type FramesView, type ViewerSource } from '../viewer/view-game.js';
import type { Frame } from '../../wire/frame.js';
import type { Game } from '../../wire/resources.js';
import type { GameView, AnswerView, GameBoardView, DeathView, GamePieceView, TurnView } from '../../views/game.js';
import { showFrame } from '../../recorded/board-history.js';
import { toGameView } from '../game-view.js';
import { sumPiece, type GameSource, type GameStream, type StoredPiece } from './game-stream.js';

export type LocalEnding = Pick<GameView, 'cause' | 'rank'> & { readonly result: NonNullable<GameView['result']> };

/** By id of the snake. */
type Deaths = ReadonlyMap<string, DeathView>;

const PIECE_TURNS = 250;

/**
 * Owns all turns of one game, and its streams. Guarantees at most ten pieces a second for each, however fast
 * the game is.
 */
export class LocalGame implements ViewerSource, GameSource {
  readonly isKept = true;
  readonly delay = 100;
  readonly id: string;
  readonly #game: Game;
  readonly #begun: ReturnType<typeof toGameView>;
  readonly #streams = new Set<GameStream>();
  readonly #turns: TurnView[] = [];
  /** Without a network, no turn is lost. */
  readonly #counts = { moved: 0, late: 0, failed: 0, illegal: 0, lost: 0 };
  #ending: (LocalEnding & Pick<GameView, 'endedAt'>) | undefined;

  /** `snake` is the first one, whose game is shown; `first` the initial board. */
  constructor(id: string, game: Game, snake: string, first: Frame) {
    this.id = id;
    this.#game = game;
    const you = first.snakes[0]?.id ?? '';
    const played = { id, snake, game: game.id, you, startedAt: Date.now(), strategy: snake, version: '' };
    this.#begun = toGameView(played, { ...game, source: '' }, toBoardView(first, new Map()));
  }

  /** `answer` is the first snake's; absent if it was dead. */
  add(frame: Frame, deaths: Deaths, answer?: AnswerView): void {
    if (answer !== undefined && answer.kind !== 'seen') this.#counts[answer.kind]++;
    this.#turns.push({ turn: frame.turn, board: toBoardView(frame, deaths), ...(answer && { answer }) });
    for (const stream of this.#streams) stream.expect(frame.turn);
  }

  end(frame: Frame, deaths: Deaths, ending: LocalEnding): void {
    this.#ending = { ...ending, endedAt: Date.now() };
    this.#turns.push({ turn: frame.turn, board: toBoardView(frame, deaths), isFinal: true });
    for (const stream of this.#streams) stream.expect(Infinity);
  }

  show(from: number): GamePieceView {
    const turns = this.#turns.filter(({ turn }) => turn >= from);
    return {
      game: { ...this.#begun, turns: this.#turns.at(-1)?.turn ?? 0, ...this.#counts, ...this.#ending },
      timeout: this.#game.timeout,
      turns: turns.slice(0, PIECE_TURNS),
      isWhole: turns.length <= PIECE_TURNS,
    };
  }

  stored(from: number): Promise<StoredPiece> {
    const piece = this.show(from);
    return Promise.resolve({ ...sumPiece(piece, from), json: JSON.stringify(piece) });
  }

  follow(stream: GameStream): () => void {
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
  }

  find(id: string): Promise<string | undefined> {
    return Promise.resolve(id === this.id || id === this.#game.id ? this.id : undefined);
  }

  read(_key: string, offset: number, limit: number): Promise<FramesView> {
    const isOver = this.#ending !== undefined;
    return Promise.resolve({
      game: toViewerGame(this.id, this.#game, this.#begun, isOver),
      count: this.#turns.length,
      frames: this.#turns.slice(offset, offset + limit).map(({ turn, board }) => toViewerFrame(turn, board)),
      isOver,
    });
  }

  close(): void {
    for (const stream of this.#streams) stream.end('closing');
  }
}

function toBoardView(frame: Frame, deaths: Deaths): GameBoardView {
  return showFrame(frame, deaths, frame.snakes[0]?.id);
}
