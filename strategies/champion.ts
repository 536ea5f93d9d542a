/** The strongest snake of the house: a deep search with the built-in evaluation. Plays every ruleset, and solo. */
import {
  createEvaluation,
  integer,
  Options,
  search,
  warmUp,
  type Context,
  type Customization,
  type Direction,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#b8860b', head: 'all-seeing', tail: 'sharp' };

export const options = Options({
  nodes: integer({
    minimum: 0,
    maximum: 1_000_000_000,
    default: 0,
    description: 'positions to search each turn, the same on every machine; 0 to use the time instead',
  }),
});

const evaluate = createEvaluation();

warmUp(evaluate);

export function move(_turn: Turn, context: Context<typeof options>): Direction {
  const { nodes } = context.options;
  return search(context, nodes > 0 ? { evaluate, nodes } : { evaluate }).move;
}
