/**
 * Looks one turn ahead: of its moves, takes the one whose worst reply leaves it best off. It weighs area, length,
 * food, tails, exits and hunger, and ignores the clock.
 */
import {
  DRAW_SCORE,
  evaluationFor,
  Options,
  search,
  weightOptions,
  type Context,
  type Customization,
  type MoveResult,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#6b8e23', head: 'shades', tail: 'pixel' };

export const options = Options(weightOptions);

/** Not a step further than the one turn. */
const extensions = { forced: false, quiescence: 0, reductions: false };

export function move(_turn: Turn, context: Context<typeof options>): MoveResult {
  const evaluate = evaluationFor(context.options);
  // One turn is a few dozen positions: with `nodes`, the search ignores the clock and remembers nothing.
  return search(context, { evaluate, depth: 1, draw: DRAW_SCORE, nodes: 10_000, tableMb: 1, extensions }).move;
}
