/**
 * Survival first: keeps to open space, avoids head-to-heads that it would lose, follows its tail, eats when it must.
 */
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
} from 'serpentarium';

export const customization = { color: '#4169e1', head: 'safe', tail: 'round-bum' };

export const options = Options({
  hungerBelow: integer({ minimum: 1, maximum: 101, default: 40, description: 'eat when health is below this' }),
});

/** The score of a meal that the snake needs: more than any room is worth, on the largest board. */
const MUST_EAT = 100_000;
/** The score of room for the whole snake: more than the area of a board of 5,000 cells, which is 70×70. */
const HAS_ROOM = 10_000;
/** Health to have left on arrival at food. */
const RESERVE = 5;

/**
 * @param {import('serpentarium').Turn} turn
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(turn, { position, seat, options: { hungerBelow } }) {
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

/** Room first, then the cells that the snake reaches before the others, then the path to its own tail. */
function scoreOf(position, seat, direction) {
  const room = hasRoom(position, seat, direction) ? HAS_ROOM : reachableSpace(position, seat, direction);
  const after = lookAhead(position, { [seat]: direction });
  return room + 2 * areaControl(after).counts[seat] - stepsToTail(position, seat, direction);
}

/** A snake with less room than its own length runs into itself in the end. */
function hasRoom(position, seat, direction) {
  return reachableSpace(position, seat, direction) >= position.lengths[seat];
}

/** The tail moves on as fast as the head follows: while the head can reach it, there is a way out. */
function stepsToTail(position, seat, direction) {
  const next = step(position, headOf(position, seat), direction);
  const steps = distances(position, next)[tailOf(position, seat)];
  return steps < 0 ? position.width + position.height : steps;
}
