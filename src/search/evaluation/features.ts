/** The features of a board, which an evaluation weighs. */
import { stepsApart } from '../../rules/cells.js';
import { MAX_SNAKES, type Cell, type Seat } from '../../rules/types.js';
import type { BoardView } from '../board/board.js';
import { createAreas, walkable, type Areas } from './area/areas.js';
import { countAreas } from './area/count-areas.js';

/** The result of {@link readFeatures}, by seat. Entries of eliminated snakes are undefined. */
export interface Features {
  /**
   * Cells that the snake reaches before all others and can walk: colours of a checkerboard alternate on every path, so
   * the surplus of one colour does not count. Harmful hazards do not either.
   */
  readonly area: Int32Array;
  /** Steps to the nearest food that the snake reaches first; 0 without any. */
  readonly foodSteps: Int32Array;
  /** Pieces of food that the snake reaches first. */
  readonly foods: Int32Array;
  /** Tails that the snake reaches first, its own included: it can follow them. */
  readonly tails: Int32Array;
  /** Moves that lead neither off the board nor into a body: 0 to 4. */
  readonly exits: Int32Array;
}

const areas: Areas = createAreas();
const features: Features = {
  area: new Int32Array(MAX_SNAKES),
  foodSteps: areas.foodSteps,
  foods: areas.foods,
  tails: areas.tails,
  exits: new Int32Array(MAX_SNAKES),
};

/** The features of a board. The same object each time: it is overwritten by the next call. Allocates nothing. */
export function readFeatures(view: BoardView): Features {
  countAreas(view, areas);
  for (let seat = 0; seat < view.snakeCount; seat++) {
    if (view.alive[seat] === 0) continue;
    features.area[seat] = walkable(areas, seat);
    features.exits[seat] = countExits(view, view.headCells[seat]!);
  }
  return features;
}

function countExits({ neighbours, freeOn, turn }: BoardView, head: Cell): number {
  const entry = head * 4;
  const next = turn + 1;
  return (
    Number(freeOn[neighbours[entry]!]! <= next) +
    Number(freeOn[neighbours[entry + 1]!]! <= next) +
    Number(freeOn[neighbours[entry + 2]!]! <= next) +
    Number(freeOn[neighbours[entry + 3]!]! <= next)
  );
}

/** Steps between two heads, as if the board were empty. */
export function headDistance(view: BoardView, a: Seat, b: Seat): number {
  return stepsApart(view, view.rules.wraps, view.headCells[a]!, view.headCells[b]!);
}

/** The number of body cells of all living snakes: how far a game has come. */
export function countBodyCells({ alive, lengths, snakeCount }: BoardView): number {
  let cells = 0;
  for (let seat = 0; seat < snakeCount; seat++) if (alive[seat] === 1) cells += lengths[seat]!;
  return cells;
}
