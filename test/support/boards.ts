/** Boards drawn as text, for tests that read: before, moves, after. */
import { expect } from 'chai';
import type { Position } from '../../src/rules/position.js';
import { createChance } from '../../src/rules/chance.js';
import { formatPicture } from '../../src/rules/picture/format-picture.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { fillSettings, type GameSettings, type PartialSettings } from '../../src/rules/settings.js';
import { bodyCell } from '../../src/rules/snakes.js';
import type { Stage, TurnInput } from '../../src/rules/stages/stages.js';
import type { Direction } from '../../src/rules/types.js';
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
): Position {
  const position = parsePicture(before);
  for (const stage of stages) stage(position, turnInput(moves, settings));
  expectSound(position);
  return position;
}

/** Applies stages to the board above the line `becomes`, which has the one below it as a result; else it stays. */
export function expectStages(
  picture: string,
  stages: readonly Stage[],
  moves?: readonly (Direction | undefined)[],
  settings?: PartialSettings,
): void {
  const [before, after = before] = picture.split(/^ *becomes\n/m);
  expectPicture(afterStages(before!, stages, moves, settings), after!);
}

/** The board looks as drawn. */
export function expectPicture(position: Position, picture: string): void {
  expect(formatPicture(position)).to.equal(formatPicture(parsePicture(picture)));
}

/** What the board keeps twice agrees: occupation, food and hazards by cell, body cells off the board. */
export function expectSound(position: Position): void {
  const occupied = new Uint16Array(position.size + 1).fill(1, position.size);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    let offBoard = 0;
    for (let index = 0; index < position.lengths[seat]!; index++) {
      const cell = bodyCell(position, seat, index);
      if (cell < 0) offBoard++;
      else if (position.causes[seat] === 0) occupied[cell]!++;
    }
    expect(position.offBoard[seat], `body cells of seat ${seat} off the board`).to.equal(offBoard);
  }
  // As text: comparing lists member by member takes most of the time of tests with many boards.
  expect(position.occupied.join(), 'occupied').to.equal(occupied.join());
  expect(position.foodAt.join(), 'food by cell').to.equal(countByCell(position, position.food, position.foodCount));
  const hazards = countByCell(position, position.hazards, position.hazardCount);
  expect(position.hazardsAt.join(), 'hazards by cell').to.equal(hazards);
}

function countByCell(position: Position, list: Int32Array, count: number): string {
  const counts = Array.from({ length: position.size }, () => 0);
  for (const cell of list.subarray(0, count)) {
    if (cell >= 0) counts[cell]!++;
  }
  return counts.join();
}
