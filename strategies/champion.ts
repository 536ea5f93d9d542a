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

export const customization: Customization = { color: '#b8860b', head: 'all-seeing', tail: 'sharp' };

export const options = Options({
  nodes: integer({ minimum: 0, default: 0, description: 'positions to search a turn; 0 to use the time instead' }),
  draw: integer({ minimum: -100_000, maximum: 0, default: -1000, description: 'worth of dying together; a cell is 8' }),
  ...weightOptions,
});

warmUp(evaluationFor({}));

export function move(_turn: Turn, context: Context<typeof options>): Direction {
  const { nodes, draw } = context.options;
  const evaluate = evaluationFor(context.options);
  return search(context, nodes > 0 ? { evaluate, draw, nodes } : { evaluate, draw }).move;
}
