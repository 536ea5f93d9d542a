/**
 * How deep a line is searched. Turns without a choice cost nothing (after the singular extensions of Anantharaman,
 * Campbell & Hsu, 1990). Heads near each other are searched on until they part (quiescence search: Beal, 1990). Late
 * moves and replies are tried shallower first (late move reductions, in use since about 2005).
 */
import type { SearchBoard } from '../board/board.js';
import type { Replies } from './replies.js';
import { isWonOrLost } from './scores.js';

/** Depths are counted in half turns: a side without a choice costs nothing. */
export const TURN_DEPTH = 2;

/** Where a search extends or reduces its depth. */
export interface Extensions {
  /** Turns in which a side has no choice cost no depth. */
  readonly forced: boolean;
  /** The most turns by which a search continues until heads are no longer near each other; 0 for none. */
  readonly quiescence: number;
  /** Later moves and replies are tried one or two turns shallower before they are searched. */
  readonly reductions: boolean;
}

export const DEFAULT_EXTENSIONS: Extensions = { forced: true, quiescence: 2, reductions: true };

/** Heads closer than this: the search continues instead of evaluating. */
const NEAR_HEADS = 2;

/** From these depths on, later moves and replies are tried one turn shallower, and two. */
const REDUCED_FROM = 2 * TURN_DEPTH;
const REDUCED_TWICE_FROM = 4 * TURN_DEPTH;

/** The half turns that a turn costs: none for a side without a choice. `replies` must be filled for this ply. */
export function costOf({ forced }: Extensions, replies: Replies, ownMoves: number, ply: number): number {
  if (!forced) return TURN_DEPTH;
  return TURN_DEPTH - (ownMoves === 1 ? 1 : 0) - replies.forced[ply]!;
}

/** Whether a line ends here and is evaluated. */
export function isAtEnd({ quiescence }: Extensions, replies: Replies, board: SearchBoard, depth: number): boolean {
  return depth <= 0 && (depth <= -TURN_DEPTH * quiescence || isQuiet(replies, board));
}

/**
 * The depth at which a later move or reply is tried first. A result better than `bound` is searched again. Only in
 * duels; not near the other head, nor if the game may be decided.
 */
export function lateDepth(
  { reductions }: Extensions,
  replies: Replies,
  board: SearchBoard,
  depth: number,
  bound: number,
): number {
  if (depth < REDUCED_FROM || board.living > 2 || !reductions) return depth;
  if (isWonOrLost(bound) || !isQuiet(replies, board)) return depth;
  return depth - (depth < REDUCED_TWICE_FROM ? 1 : 2) * TURN_DEPTH;
}

/** Whether no head is so near to ours that an evaluation would guess. */
function isQuiet(replies: Replies, board: SearchBoard): boolean {
  const nearest = replies.nearest(board);
  if (nearest < 0) return true;
  return replies.stepsBetween(board, board.headCells[nearest]!, board.headCells[board.me]!) > NEAR_HEADS;
}
