/**
 * The strongest snake of the house: the search of docs/searching.md with the built-in evaluation, as deep as the time
 * allows. It plays every ruleset and map, and alone.
 */
import {
  evaluationFor,
  integer,
  Options,
  search,
  warmUp,
  weightOptions,
  type Context,
  type Customization,
  type Direction,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#b8860b', head: 'evil', tail: 'sharp' };

export const options = Options({
  nodes: integer({ minimum: 0, default: 0, description: 'positions to search a turn; 0 to use the time instead' }),
  ...weightOptions,
});

warmUp(evaluationFor({}));

export function move(_turn: Turn, context: Context<typeof options>): Direction {
  const chosen = { evaluate: evaluationFor(context.options), draw: DRAW };
  const limit = context.options.nodes;
  const found = search(context, limit > 0 ? { ...chosen, nodes: limit } : chosen);
  const { move: best, score, depth, nodes, pv } = found;
  context.note({ score, depth, nodes, line: pv });
  return best;
}

/** Dying together is worth about as little as being a length behind: no reason to meet an equal head. */
const DRAW = -1600;
