/** Goes to the nearest food, but into a pocket that is smaller than itself only if there is no other way. */
import { findFood, integer, legalMoves, Options, reachableSpace, safeMoves } from 'serpentarium';

export const customization = { color: '#2e8b57', head: 'smile', tail: 'curled' };

/** What the YAML may set under `options`. */
export const options = Options({
  hungerBelow: integer({
    minimum: 1,
    maximum: 101,
    default: 101,
    description: 'look for food only while health is below this',
  }),
});

/**
 * @param {import('serpentarium').Turn} turn
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(turn, { position, seat, options: { hungerBelow } }) {
  const roomy = roomyMoves(position, seat);
  const food = turn.you.health < hungerBelow ? findFood(position, seat) : undefined;
  if (food !== undefined && roomy.includes(food.move)) return food.move;
  return roomy[0];
}

/** The moves that leave room for the whole snake, most room first; without any, the move with most room. */
function roomyMoves(position, seat) {
  const safe = safeMoves(position, seat);
  const candidates = (safe.length > 0 ? safe : legalMoves(position, seat))
    .map((direction) => ({ direction, space: reachableSpace(position, seat, direction) }))
    .toSorted((a, b) => b.space - a.space);
  const roomy = candidates.filter(({ space }) => space >= position.lengths[seat]);
  return (roomy.length > 0 ? roomy : candidates.slice(0, 1)).map(({ direction }) => direction);
}
