/** Finds out how a snake died, and when it could last have been saved. Called by `analyse` and the page. */
import { cellsAlong } from '../../drawing/board-drawing.js';
import { xOf, yOf } from '../../rules/cells.js';
import { findLastChance, findEscapeMoves } from '../../rules/last-chance.js';
import { headOf, hidesSnakes, seatOf } from '../../rules/snakes.js';
import type { Direction } from '../../rules/types.js';
import type { FullGameRow, TurnRow } from '../../views/game-rows.js';
import { boardsOf } from '../../inference/replay-game.js';

export interface Autopsy {
  readonly died: number;
  readonly cause: string;
  /** Name of the snake that killed it. */
  readonly killer?: string;
  /** The turn that counts as saved. */
  readonly until: number;
  readonly chance?: {
    readonly turn: number;
    readonly moves: readonly Direction[];
    /** The turn, with its answer. */
    readonly answered: Omit<TurnRow, 'body'>;
    /** Whether the engine did not use that answer. */
    readonly isLost: boolean;
  };
  /** Later turns on which the search gave up, because there were too many lines. */
  readonly unsure: readonly number[];
}

/**
 * Searches for the last turn on which another move would have kept the snake alive for `turns` turns after its death.
 * `undefined` if the snake did not die, if the cause is unknown, or if fog of war hid other snakes. {@link
 * findLastChance} has the assumptions about the other snakes. Throws if a request of the game cannot be read.
 *
 * @param most positions to try in all, roughly.
 */
export function performAutopsy(game: FullGameRow, turns: number, most?: number): Autopsy | undefined {
  const { cause, killer, died, you, list } = game;
  if (cause === undefined || died === undefined) return undefined;
  const boards = boardsOf(game);
  if (boards.some(hidesSnakes)) return undefined;
  const { chance, unsure } = findLastChance(boards, you, died + turns, most);
  const found = { died, cause, ...(killer !== undefined && { killer }), until: died + turns, unsure };
  if (chance === undefined) return found;
  const { body: _, ...answered } = list.find(({ turn }) => turn === chance.turn)!;
  // If the answer would have survived, it must have come too late.
  const isLost = answered.feedback?.used === 'no' || chance.moves.some((move) => move === answered.answer.move);
  return { ...found, chance: { ...chance, answered, isLost } };
}

/**
 * One way to survive from the last chance: the moves, and the cells of the head, beginning with that turn. `undefined`
 * if the autopsy found no chance.
 */
export function findEscapePath(game: FullGameRow, { chance, until }: Autopsy) {
  if (chance === undefined) return undefined;
  const boards = boardsOf(game);
  const index = boards.findIndex(({ turn }) => turn === chance.turn);
  const moves = findEscapeMoves(boards, index, game.you, chance.moves[0]!, until);
  if (moves === undefined) return undefined;
  const board = boards[index]!;
  const { width, height, rules } = board;
  const head = headOf(board, seatOf(board, game.you));
  const start = { x: xOf(board, head), y: yOf(board, head) };
  return { moves, cells: cellsAlong({ width, height, wraps: rules.wraps }, start, moves) };
}
