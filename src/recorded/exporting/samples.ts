/** What an exported row says: a position as one snake saw it, and its features. Called by `columns.ts`. */
import type { Position } from '../../rules/position.js';
import { hidesSnakes } from '../../rules/snakes.js';
import type { Seat } from '../../rules/types.js';
import { loadBoard, SearchBoard, type BoardView } from '../../search/board/board.js';
import { readFeatures, type Features } from '../../search/evaluation/features.js';
import { finalTurnOf, toLastAsked } from '../../inference/final-turn.js';
import { replayGame } from '../../inference/replay-game.js';
import type { FullGameRow, JournalResult, TurnRow } from '../../views/game-rows.js';
import { parseRequest } from '../../wire/reader.js';

/** One row. The same object each time: it is overwritten by the next turn. */
export interface Sample {
  readonly game: FullGameRow;
  readonly turn: TurnRow;
  readonly board: SearchBoard;
  readonly features: Features;
  /** The snake's place on the first board of its game, from 0. */
  readonly seat: Seat;
  /** The living opponent that reaches the most cells; −1 if none lives, or fog of war hides one. */
  readonly rival: Seat;
  /** The first turn on whose board the snake was dead, or the last one of its game. */
  readonly ended: number | undefined;
}

const boards = new Map<string, SearchBoard>();

/** The rows of a game. A turn on which the snake is not on the board is left out. Throws if a request is unreadable. */
export function* samplesOf(game: FullGameRow): Generator<Sample, void, undefined> {
  const { list } = game;
  const ended = game.died ?? (hasEnded(game.result) ? findEnd(game) : undefined);
  let first: readonly string[] | undefined;
  let index = 0;
  for (const { position, seat } of replayGame(list.map(({ body }) => body))) {
    const turn = list[index++]!;
    first ??= [...position.ids];
    if (seat < 0) continue;
    const board = boardFor(position);
    loadBoard(board, position, seat);
    if (board.alive[seat] === 0) continue;
    const features = readFeatures(board);
    const rival = hidesSnakes(position) ? -1 : findRival(board, features);
    yield { game, turn, board, features, seat: first.indexOf(game.you), rival, ended };
  }
}

/** Whether a game has an outcome that is known. */
export function hasEnded(result: JournalResult | undefined): boolean {
  return result !== undefined && result !== 'abandoned' && result !== 'unknown';
}

/** The number of the final board. */
function findEnd({ list, end, turns }: FullGameRow): number {
  const last = list.at(-1);
  if (end === undefined || last === undefined) return turns;
  return finalTurnOf(parseRequest(end), toLastAsked(parseRequest(last.body)));
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
