// @ts-check
/** Follows its own tail, and leaves it for food when it is hungry. Plain JavaScript; `@ts-check` checks the types. */
import { distances, findFood, headOf, integer, legalMoves, Options, safeMoves, step, tailOf } from 'serpentarium';

/** @type {import('serpentarium').Customization} */
export const customization = { color: '#daa520', head: 'rudolph', tail: 'flake' };

export const options = Options({
  hungerBelow: integer({ minimum: 1, maximum: 101, default: 60, description: 'eat when health is below this' }),
});

/**
 * @param {import('serpentarium').Turn} turn
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(turn, { position, seat, options: { hungerBelow } }) {
  const safe = safeMoves(position, seat);
  const candidates = safe.length > 0 ? safe : legalMoves(position, seat);

  const food = turn.you.health < hungerBelow ? findFood(position, seat) : undefined;
  if (food && candidates.includes(food.move)) return food.move;

  const head = headOf(position, seat);
  const toTail = distances(position, tailOf(position, seat));
  const ways = candidates.map((direction) => ({ direction, steps: toTail[step(position, head, direction)] ?? -1 }));
  // −1 is a cell from which the tail cannot be reached: the last resort.
  const [best] = [...ways.filter(({ steps }) => steps >= 0).toSorted((a, b) => a.steps - b.steps), ...ways];
  return best?.direction;
}
