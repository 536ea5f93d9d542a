/** What an exported row says: a position as one snake saw it, and its features. Called by `columns.ts`. */
import type { Position } from '../../rules/position.js';
import type { Seat } from '../../rules/types.js';
import { loadBoard, SearchBoard, type BoardView } from '../../search/board/board.js';
import { readFeatures, type Features } from '../../search/evaluation/features.js';
import type { SeatGame, SeatTurn } from './seat-game.js';

/** One row. The same object each time: it is overwritten by the next turn. */
export interface Sample {
  readonly game: SeatGame;
  readonly turn: SeatTurn;
  readonly board: SearchBoard;
  readonly features: Features;
  /** The snake's place on the first board of its game, from 0. */
  readonly seat: Seat;
  /** The living opponent that reaches the most cells; −1 if none lives. */
  readonly rival: Seat;
}

const boards = new Map<string, SearchBoard>();

/** The rows of a game. A turn on which the snake is not on the board is left out. Throws like the turns of the game. */
export function* samplesOf(game: SeatGame): Generator<Sample, void, undefined> {
  let first: readonly string[] | undefined;
  for (const turn of game.turns()) {
    const { position, seat } = turn;
    first ??= [...position.ids];
    if (seat < 0) continue;
    const board = boardFor(position);
    loadBoard(board, position, seat);
    if (board.alive[seat] === 0) continue;
    const features = readFeatures(board);
    const rival = findRival(board, features);
    yield { game, turn, board, features, seat: first.indexOf(game.you), rival };
  }
}

/** The living opponent with the largest area; −1 if none lives. */
function findRival({ me, alive, squads, snakeCount }: BoardView, { area }: Features): Seat {
  let rival = -1;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0 || seat === me || (squads[seat] !== 0 && squads[seat] === squads[me])) continue;
    if (rival < 0 || area[seat]! > area[rival]!) rival = seat;
  }
  return rival;
}

/** One board for each size: making one takes longer than filling it. */
function boardFor({ width, height }: Position): SearchBoard {
  const size = `${width}x${height}`;
  const board = boards.get(size) ?? new SearchBoard({ width, height });
  boards.set(size, board);
  return board;
}
