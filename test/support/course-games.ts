/** Courses of hazards for the tests of the moving maps: recorded ones, and courses of our own games. */
import { readFileSync } from 'node:fs';
import { xOf, yOf } from '../../src/rules/cells.js';
import { createGameChance } from '../../src/rules/chance.js';
import { createGame, type RulesGame } from '../../src/rules/game.js';
import type { Position } from '../../src/rules/position.js';
import { bodyCell } from '../../src/rules/snakes.js';
import { fixture } from './fixtures.js';
import { snakesNamed } from './games.js';
import type { CourseTurn, HazardCourse, Pair } from './hazard-courses.js';

/** A course as it is in the file: an entry for each change. */
export interface RecordedCourse extends Omit<HazardCourse, 'turns'> {
  readonly lastTurn: number;
  readonly course: readonly (CourseTurn & { readonly turn: number })[];
}

/** The recorded courses, in the order of the file. */
export const recorded = readFileSync(fixture('conformance/moving-maps.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedCourse);

/** Repeats each recorded entry up to the next. */
export function unfold({ course, lastTurn, ...rest }: RecordedCourse): HazardCourse {
  const turns = Array.from({ length: lastTurn + 1 }, (_, turn) => course.findLast((entry) => entry.turn <= turn)!);
  return { ...rest, turns };
}

/** Cells as x and y. */
export function pairs(position: Position, cells: Iterable<number>): Pair[] {
  return Array.from(cells, (cell) => [xOf(position, cell), yOf(position, cell)] as const);
}

/** What a check looks at. */
export function turnOf(position: Position): CourseTurn {
  const body = Array.from({ length: position.lengths[0]! }, (_, index) => bodyCell(position, 0, index));
  return {
    hazards: pairs(position, position.hazards.subarray(0, position.hazardCount)),
    food: pairs(position, position.food.subarray(0, position.foodCount)),
    body: pairs(position, body),
  };
}

export interface MapBoard {
  readonly map: string;
  readonly width: number;
  readonly height: number;
  readonly shrinkEveryNTurns: number;
}

/** A game in this map that is set up. */
export function begin(board: MapBoard, count: number, seed: number): RulesGame {
  const settings = { royale: { shrinkEveryNTurns: board.shrinkEveryNTurns } };
  const chance = createGameChance(seed);
  return createGame({ ruleset: 'standard', ...board, snakes: snakesNamed(count), settings, chance });
}

/** The course of a game in which nobody is asked: the map alone. */
export function courseOf(board: MapBoard, lastTurn: number, seed = 1): HazardCourse {
  const { map, position, input } = begin(board, 1, seed);
  const turns = [turnOf(position)];
  while (position.turn < lastTurn) {
    map.afterTurn!(position, input);
    position.turn++;
    turns.push(turnOf(position));
  }
  return { ...board, turns };
}
