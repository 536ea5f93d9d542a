/** Goes for the nearest food it can reach, but into no pocket that is smaller than itself. */
import {
  findFood,
  legalMoves,
  reachableSpace,
  safeMoves,
  type Context,
  type Customization,
  type Direction,
  type Position,
  type Move,
  type Seat,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#2e8b57', head: 'smile', tail: 'curled' };

/** A JSON schema: what the YAML may set under `options`, and what holds if it does not. */
export const options = {
  properties: {
    hungerBelow: {
      type: 'integer',
      minimum: 1,
      maximum: 101,
      default: 101,
      description: 'look for food only while health is below this',
    },
  },
};

interface Options {
  hungerBelow: number;
}

export function move(turn: Turn, { position, seat, options: { hungerBelow } }: Context<Options>): Move {
  const roomy = roomyMoves(position, seat);
  const food = turn.you.health < hungerBelow ? findFood(position, seat) : undefined;
  if (food !== undefined && roomy.includes(food.move)) return food.move;
  return roomy[0] ?? 'up';
}

/** The moves that leave room for the whole snake, the roomiest first; if there are none, the roomiest of all. */
function roomyMoves(position: Position, seat: Seat): Direction[] {
  const safe = safeMoves(position, seat);
  const candidates = (safe.length > 0 ? safe : legalMoves(position, seat))
    .map((direction) => ({ direction, space: reachableSpace(position, seat, direction) }))
    .toSorted((a, b) => b.space - a.space);
  const roomy = candidates.filter(({ space }) => space >= position.lengths[seat]!);
  return (roomy.length > 0 ? roomy : candidates.slice(0, 1)).map(({ direction }) => direction);
}
