/**
 * Looks three turns ahead, and further where heads are near or a snake has no choice. It looks at no clock, so it plays
 * the same game on every machine.
 */
import {
  DRAW_SCORE,
  evaluationFor,
  integer,
  Options,
  search,
  weightOptions,
  type Context,
  type Customization,
  type MoveResult,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#8b4513', head: 'fang', tail: 'hook' };

export const options = Options({
  turns: integer({ minimum: 1, maximum: 8, default: 3, description: 'turns to look ahead' }),
  ...weightOptions,
});

export function move(_turn: Turn, context: Context<typeof options>): MoveResult {
  const evaluate = evaluationFor(context.options);
  // Three turns of many snakes are a few thousand positions. The bound keeps odd boards from taking longer.
  return search(context, { evaluate, depth: context.options.turns, draw: DRAW_SCORE, nodes: 30_000, tableMb: 2 }).move;
}
