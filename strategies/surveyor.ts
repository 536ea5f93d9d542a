/**
 * Looks one turn ahead: of its moves, takes the one whose worst reply leaves it best off. It judges by area, length,
 * food, tails, exits and hunger, and never looks at the clock.
 */
import {
  evaluationFor,
  Options,
  search,
  weightOptions,
  type Context,
  type Customization,
  type Direction,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#6b8e23', head: 'shades', tail: 'pixel' };

export const options = Options(weightOptions);

export function move(_turn: Turn, context: Context<typeof options>): Direction {
  const evaluate = evaluationFor(context.options);
  // One turn is a few dozen positions: with `nodes`, the search looks at no clock and remembers nothing.
  return search(context, { evaluate, depth: 1, draw: DRAW, nodes: 10_000, tableMb: 1, extensions: NONE }).move;
}

/** Dying together is worth less than being a length behind. */
const DRAW = -1600;
/** Not a step further than the one turn. */
const NONE = { forced: false, quiescence: 0 };
