/** The safe move: what the host sends for a snake whose strategy has no answer. */
import type { Position } from '../position.js';
import { directionOf } from '../cells.js';
import { headOf } from '../snakes.js';
import { stepTo } from '../steps.js';
import { DIRECTIONS, type Direction, type MoveNumber, type Seat } from '../types.js';
import { legalMask, safeMask, survivableMask } from './moves.js';
import { spaceAfter } from './reachable.js';

/**
 * The move that keeps a snake alive without a plan: of the safe moves, or else of the moves without certain death, or
 * else of the legal ones, the one with the most reachable space. If no move is legal, any step that stays on the board,
 * or else `up`.
 *
 * Never throws, however odd the position: an unknown seat, a body of one cell, stacked or off the board.
 */
export function safeMove(position: Position, seat: Seat): Direction {
  if (!(seat >= 0 && seat < position.snakeCount)) return 'up';
  const candidates = safeMask(position, seat) || survivableMask(position, seat) || legalMask(position, seat);
  return directionOf(candidates === 0 ? anyStep(position, seat) : roomiest(position, seat, candidates));
}

function roomiest(position: Position, seat: Seat, candidates: number): MoveNumber {
  let best = -1;
  let mostSpace = -1;
  for (let move = 0; move < DIRECTIONS.length; move++) {
    if ((candidates & (1 << move)) === 0) continue;
    const space = spaceAfter(position, seat, move);
    if (space <= mostSpace) continue;
    best = move;
    mostSpace = space;
  }
  return best;
}

function anyStep(position: Position, seat: Seat): MoveNumber {
  const head = headOf(position, seat);
  for (let move = 0; move < DIRECTIONS.length; move++) {
    if (stepTo(position, head, move) >= 0) return move;
  }
  return 0;
}
