/** Lives first: keeps to open space, avoids head-to-heads it would lose, follows its tail, and eats when it must. */
import {
  areaControl,
  distances,
  findFood,
  headOf,
  integer,
  legalMoves,
  lookAhead,
  Options,
  reachableSpace,
  safeMoves,
  step,
  tailOf,
  type Context,
  type Customization,
  type Direction,
  type Move,
  type Position,
  type Seat,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#4169e1', head: 'safe', tail: 'round-bum' };

export const options = Options({
  hungerBelow: integer({ minimum: 1, maximum: 101, default: 40, description: 'eat when health is below this' }),
});

/** What counts more than any space on any board: to eat, when one must. */
const MUST_EAT = 100_000;
/** What counts more than the area: room for the whole snake. */
const HAS_ROOM = 10_000;
/** Steps of reserve when health is reckoned against the way to food. */
const RESERVE = 5;

export function move(
  turn: Turn,
  { position, seat, options: { hungerBelow } }: Context<typeof options>,
): Move | undefined {
  const safe = safeMoves(position, seat);
  const candidates = safe.length > 0 ? safe : legalMoves(position, seat);

  const food = findFood(position, seat);
  const { health } = turn.you;
  const mustEat = food !== undefined && (health < hungerBelow || health <= food.steps + RESERVE);

  const scored = candidates.map((direction) => {
    const isMeal = mustEat && direction === food.move && hasRoom(position, seat, direction);
    return { direction, score: scoreOf(position, seat, direction) + (isMeal ? MUST_EAT : 0) };
  });
  return scored.toSorted((a, b) => b.score - a.score)[0]?.direction;
}

/** Room first, then the part of the board that it reaches before the others do, then the way to its own tail. */
function scoreOf(position: Position, seat: Seat, direction: Direction): number {
  const room = hasRoom(position, seat, direction) ? HAS_ROOM : reachableSpace(position, seat, direction);
  const after = lookAhead(position, { [seat]: direction });
  return room + 2 * areaControl(after).counts[seat]! - stepsToTail(position, seat, direction);
}

/** A snake that has less room than it is long bites itself in the end. */
function hasRoom(position: Position, seat: Seat, direction: Direction): boolean {
  return reachableSpace(position, seat, direction) >= position.lengths[seat]!;
}

/** A tail moves away as fast as the head follows: while it can be reached there is a way out. */
function stepsToTail(position: Position, seat: Seat, direction: Direction): number {
  const next = step(position, headOf(position, seat), direction);
  const steps = distances(position, next)[tailOf(position, seat)]!;
  return steps < 0 ? position.width + position.height : steps;
}
