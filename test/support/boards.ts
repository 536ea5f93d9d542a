/** Boards drawn as text, for tests that read: before, moves, after. */

import { expect } from 'chai';
import type { FastBoard } from '../../src/rules/board.js';
import { createChance } from '../../src/rules/chance.js';
import { formatPicture } from '../../src/rules/picture/format-picture.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { type GameSettings, fillSettings, type PartialSettings } from '../../src/rules/settings.js';
import { bodyCell } from '../../src/rules/snakes.js';
import type { Stage, TurnInput } from '../../src/rules/stages/stage.js';
import { type Direction } from '../../src/rules/types.js';
import { moveNumbers } from '../../src/rules/toolkit/look-ahead.js';

/** What a stage gets to see; moves are by seat. */
export function turnInput(moves: readonly (Direction | undefined)[] = [], settings: PartialSettings = {}): TurnInput {
  const filled: GameSettings = fillSettings(settings);
  return { moves: moveNumbers(moves), settings: filled, hazardChance: createChance('test') };
}

/** Applies stages to a drawn board. */
export function afterStages(
  before: string,
  stages: readonly Stage[],
  moves: readonly (Direction | undefined)[] = [],
  settings: PartialSettings = {},
): FastBoard {
  const board = parsePicture(before);
  for (const stage of stages) stage(board, turnInput(moves, settings));
  expectSound(board);
  return board;
}

/** The board looks as drawn. */
export function expectPicture(board: FastBoard, picture: string): void {
  expect(formatPicture(board)).to.equal(formatPicture(parsePicture(picture)));
}

/** What the board keeps twice agrees: occupation, food and hazards by cell, body cells off the board. */
export function expectSound(board: FastBoard): void {
  const occupied = new Uint16Array(board.size + 1).fill(1, board.size);
  for (let seat = 0; seat < board.snakeCount; seat++) {
    let offBoard = 0;
    for (let index = 0; index < board.lengths[seat]!; index++) {
      const cell = bodyCell(board, seat, index);
      if (cell < 0) offBoard++;
      else if (board.causes[seat] === 0) occupied[cell]!++;
    }
    expect(board.offBoard[seat], `body cells of seat ${seat} off the board`).to.equal(offBoard);
  }
  expect([...board.occupied], 'occupied').to.deep.equal([...occupied]);
  expect([...board.foodAt], 'food by cell').to.deep.equal(countByCell(board, board.food, board.foodCount));
  expect([...board.hazardsAt], 'hazards by cell').to.deep.equal(countByCell(board, board.hazards, board.hazardCount));
}

function countByCell(board: FastBoard, list: Int32Array, count: number): number[] {
  const counts = Array.from({ length: board.size }, () => 0);
  for (const cell of list.subarray(0, count)) {
    if (cell >= 0) counts[cell]!++;
  }
  return counts;
}
