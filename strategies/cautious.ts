/** Lives first: keeps to open space, avoids head-to-heads it would lose, follows its tail, and eats when it must. */
import {
  areaControl,
  distances,
  findFood,
  headOf,
  legalMoves,
  lookAhead,
  moveNumbers,
  reachableSpace,
  safeMoves,
  step,
  tailOf,
  type Context,
  type Customization,
  type Direction,
  type FastBoard,
  type Move,
  type Seat,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#4169e1', head: 'safe', tail: 'round-bum' };

export const options = {
  properties: {
    hungerBelow: {
      type: 'integer',
      minimum: 1,
      maximum: 101,
      default: 40,
      description: 'eat when health is below this',
    },
  },
};

interface Options {
  hungerBelow: number;
}

/** What counts more than any space on any board: to eat, when one must. */
const MUST_EAT = 100_000;
/** What counts more than the area: room for the whole snake. */
const HAS_ROOM = 10_000;
/** Steps of reserve when health is reckoned against the way to food. */
const RESERVE = 5;

export function move(turn: Turn, { board, seat, options: { hungerBelow } }: Context<Options>): Move {
  const safe = safeMoves(board, seat);
  const candidates = safe.length > 0 ? safe : legalMoves(board, seat);

  const food = findFood(board, seat);
  const { health } = turn.you;
  const mustEat = food !== undefined && (health < hungerBelow || health <= food.steps + RESERVE);

  const scored = candidates.map((direction) => {
    const isMeal = mustEat && direction === food.move && hasRoom(board, seat, direction);
    return { direction, score: scoreOf(board, seat, direction) + (isMeal ? MUST_EAT : 0) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.direction ?? 'up';
}

/** Room first, then the part of the board that it reaches before the others do, then the way to its own tail. */
function scoreOf(board: FastBoard, seat: Seat, direction: Direction): number {
  const room = hasRoom(board, seat, direction) ? HAS_ROOM : reachableSpace(board, seat, direction);
  const moves: (Direction | undefined)[] = [];
  moves[seat] = direction;
  const after = lookAhead(board, moveNumbers(moves));
  return room + 2 * areaControl(after).counts[seat]! - stepsToTail(board, seat, direction);
}

/** A snake that has less room than it is long bites itself in the end. */
function hasRoom(board: FastBoard, seat: Seat, direction: Direction): boolean {
  return reachableSpace(board, seat, direction) >= board.lengths[seat]!;
}

/** A tail moves away as fast as the head follows: while it can be reached there is a way out. */
function stepsToTail(board: FastBoard, seat: Seat, direction: Direction): number {
  const next = step(board, headOf(board, seat), direction);
  const steps = distances(board, next)[tailOf(board, seat)]!;
  return steps < 0 ? board.width + board.height : steps;
}
