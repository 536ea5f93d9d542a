/** What an exported row says: a position as one snake saw it, its features, its planes. Called by `columns.ts`. */
import type { Position } from '../../rules/position.js';
import { MAX_SNAKES, type Seat } from '../../rules/types.js';
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

/** What the planes of a board show, in their order. */
export const PLANES = [
  'own body: the turns until the cell is free, 1 at a tail that moves next',
  'own head: the length of the snake',
  'bodies of others, as the first plane',
  'heads of others: their lengths',
  'heads of others: their health',
  'food: 1',
  'hazards: the height of the stack',
] as const;

/**
 * The board as planes of bytes, one after the other, each with a byte for every cell: `y * width + x`, and y grows
 * upwards. Values above 255 are written as 255.
 */
export function readPlanes(board: SearchBoard): Uint8Array {
  const { size, me, freeOn, owner, turn } = board;
  const planes = new Uint8ClampedArray(PLANES.length * size);
  for (let cell = 0; cell < size; cell++) {
    const left = freeOn[cell]! - turn;
    if (left > 0) planes[(owner[cell] === me ? 0 : 2) * size + cell] = left;
    planes[6 * size + cell] = board.hazardsAt[cell]!;
  }
  for (let index = 0; index < board.foodCount; index++) planes[5 * size + board.food[index]!] = 1;
  for (let seat = 0; seat < Math.min(board.snakeCount, MAX_SNAKES); seat++) {
    const head = board.headCells[seat]!;
    if (board.alive[seat] === 0 || head >= size) continue;
    planes[(seat === me ? 1 : 3) * size + head] = board.lengths[seat]!;
    if (seat !== me) planes[4 * size + head] = board.health[seat]!;
  }
  return new Uint8Array(planes.buffer);
}
