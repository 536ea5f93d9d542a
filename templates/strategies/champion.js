/**
 * The strongest house snake: the built-in search (docs/guides/searching.md) and evaluation, as deep as the time allows.
 * It plays every ruleset and map, and alone.
 */
import { DRAW_SCORE, evaluationFor, integer, Options, search, warmUp, weightOptions } from 'serpentarium';

export const customization = { color: '#b8860b', head: 'evil', tail: 'sharp' };

export const options = Options({
  nodes: integer({ minimum: 0, default: 0, description: 'positions to search a turn; 0 to use the time instead' }),
  ...weightOptions,
});

warmUp(evaluationFor({}));

/**
 * @param {import('serpentarium').Turn} _turn
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(_turn, context) {
  const { nodes } = context.options;
  const best = search(context, nodes > 0 ? { ...chosen(context), nodes } : chosen(context));
  context.note({ score: best.score, depth: best.depth, nodes: best.nodes, line: best.pv });
  return best.move;
}

export function ponder(_turn, context) {
  // A search by nodes uses nothing of earlier ones.
  if (context.options.nodes === 0) search.ponder(context, chosen(context));
}

function chosen({ options: weights }) {
  return { evaluate: evaluationFor(weights), draw: DRAW_SCORE };
}
