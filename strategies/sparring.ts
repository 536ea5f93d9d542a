/**
 * A partner for every strength: ten levels, on average 150 Elo apart. Level 1 plays any legal move;
 * level 10 searches a few thousand positions a turn. It ignores the clock, so it plays the same on every machine.
 */
import {
  DRAW_SCORE,
  evaluationFor,
  integer,
  legalMoves,
  Options,
  search,
  type Context,
  type Customization,
  type MoveResult,
  type Turn,
} from 'serpentarium';

export const customization: Customization = { color: '#5f7f9f', head: 'tongue', tail: 'freckled' };

export const options = Options({
  level: integer({ minimum: 1, maximum: 10, default: 5, description: 'the strength' }),
});

/** By level: the share of turns on which it plays any legal move, and the positions that it searches on the others. */
const LEVELS: readonly { readonly slips: number; readonly nodes: number }[] = [
  { slips: 1, nodes: 1 },
  { slips: 0.67, nodes: 300 },
  { slips: 0.57, nodes: 300 },
  { slips: 0.36, nodes: 300 },
  { slips: 0.2, nodes: 300 },
  { slips: 0.115, nodes: 300 },
  { slips: 0.07, nodes: 300 },
  { slips: 0, nodes: 300 },
  { slips: 0, nodes: 1000 },
  { slips: 0, nodes: 6000 },
];

const evaluate = evaluationFor({});

export function move(_turn: Turn, context: Context<typeof options>): MoveResult {
  const { position, seat, random } = context;
  const { slips, nodes } = LEVELS[context.options.level - 1]!;
  if (random() < slips) {
    const moves = legalMoves(position, seat);
    return moves[Math.floor(random() * moves.length)];
  }
  return search(context, { evaluate, draw: DRAW_SCORE, nodes, tableMb: 2 }).move;
}
