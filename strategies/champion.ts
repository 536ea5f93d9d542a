/**
 * The strongest house snake: the search of docs/searching.md with the built-in evaluation, as deep as the time allows.
 * It plays every ruleset and map, and alone.
 */
import {
  DRAW_SCORE,
  evaluationFor,
  integer,
  Options,
  search,
  warmUp,
  weightOptions,
  type Context,
  type Customization,
  type MoveResult,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#b8860b', head: 'evil', tail: 'sharp' };

export const options = Options({
  nodes: integer({ minimum: 0, default: 0, description: 'positions to search a turn; 0 to use the time instead' }),
  ...weightOptions,
});

warmUp(evaluationFor({}));

export function move(_turn: Turn, context: Context<typeof options>): MoveResult {
  const chosen = { evaluate: evaluationFor(context.options), draw: DRAW_SCORE };
  const limit = context.options.nodes;
  const best = search(context, limit > 0 ? { ...chosen, nodes: limit } : chosen);
  context.note({ score: best.score, depth: best.depth, nodes: best.nodes, line: best.pv });
  return best.move;
}
