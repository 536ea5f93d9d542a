/** Searches its own moves turn by turn, ever deeper, while there is time. A template for searches of your own. */
import {
  areaControl,
  deepen,
  integer,
  isAlive,
  legalMoves,
  lookAhead,
  Options,
  safeMoves,
  type Context,
  type Customization,
  type Direction,
  type MoveResult,
  type Position,
  type Seat,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#8b008b', head: 'smart-caterpillar', tail: 'skinny' };

export const options = Options({
  maxDepth: integer({ minimum: 1, maximum: 50, default: 8, description: 'most turns to look ahead' }),
});

/** `deepen` proposes the move of each depth it finishes. If time runs out in the next one, that move is sent. */
export function move(_turn: Turn, context: Context<typeof options>): MoveResult {
  const { position, seat } = context;
  const safe = safeMoves(position, seat);
  const moves = safe.length > 0 ? safe : legalMoves(position, seat);
  return deepen((depth, isOutOfTime) => search(position, seat, depth, isOutOfTime, moves)?.move, context, {
    to: context.options.maxDepth,
  });
}

interface Best {
  readonly move: Direction | undefined;
  readonly value: number;
}

/** The best of these moves, `depth` turns ahead, if the others keep their direction; `undefined` once time is up. */
function search(
  position: Position,
  seat: Seat,
  depth: number,
  isOutOfTime: () => boolean,
  moves: readonly Direction[] = legalMoves(position, seat),
): Best | undefined {
  if (isOutOfTime()) return undefined;
  // To die later is better than to die now.
  if (!isAlive(position, seat) || moves.length === 0) return { move: undefined, value: -1 - depth };
  if (depth === 0) return { move: undefined, value: areaControl(position).counts[seat]! };
  let best: Best = { move: undefined, value: -Infinity };
  for (const direction of moves) {
    const next = search(lookAhead(position, { [seat]: direction }), seat, depth - 1, isOutOfTime);
    if (next === undefined) return undefined;
    if (next.value > best.value) best = { move: direction, value: next.value };
  }
  return best;
}
