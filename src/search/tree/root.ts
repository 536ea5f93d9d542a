/** The root of a search: our moves on the board that a strategy is asked for, searched to one depth after the other. */
import { DIRECTIONS, moveNumber, type Direction } from '../../rules/types.js';
import type { SearchBoard } from '../board/board.js';
import { makeTurn, unmakeTurn } from '../board/turn.js';
import { INFINITE, type AlphaBeta } from './alpha-beta.js';
import { costOf, TURN_DEPTH, type Extensions } from './depths.js';
import { legalMovesOn } from './replies.js';
import { isWonOrLost } from './scores.js';
import { EXACT, LOWER_BOUND, NO_TT_MOVE, UPPER_BOUND } from './table.js';

/** What one depth has found. */
export interface RootResult {
  readonly move: number;
  readonly score: number;
  /** The moves that were searched to the end. */
  readonly moves: number;
}

/** What to search, and whom to tell. */
export interface RootTask {
  readonly board: SearchBoard;
  readonly extensions: Extensions;
  /** Called with the best move so far after each move. */
  readonly propose: ((move: Direction) => void) | undefined;
}

const UP = 0;
/** From which depth on the window around the last score is tried, and how far it reaches to both sides. */
const ASPIRATION = { from: 3, width: 150 } as const;

/** Owns our moves and their order. */
export class Root {
  /** Our moves, the best of the last depth first. `up` alone if all are lost at once. */
  readonly moves = new Uint8Array(4);
  /** The number of moves that do not lose at once. */
  count = 0;
  readonly #alphaBeta: AlphaBeta;

  constructor(alphaBeta: AlphaBeta) {
    this.#alphaBeta = alphaBeta;
  }

  /** Fills the moves, the move of the table first. */
  begin(board: SearchBoard, moves: readonly Direction[] = DIRECTIONS): void {
    this.moves[0] = UP;
    const mask = moves.reduce((bits, move) => bits | (1 << moveNumber(move)), 0) & legalMovesOn(board, board.me);
    this.count = 0;
    const { ttMove } = this.#alphaBeta.probeMoves();
    if (ttMove < NO_TT_MOVE && (mask & (1 << ttMove)) !== 0) this.moves[this.count++] = ttMove;
    for (let move = 0; move < 4; move++) {
      if ((mask & (1 << move)) !== 0 && move !== ttMove) this.moves[this.count++] = move;
    }
  }

  /**
   * Searches to one depth, in a window around the score of the depth before it (aspiration windows: Slate & Atkin,
   * 1977), and again without one if the score is outside.
   */
  searchNear(last: number, task: RootTask, depth: number): RootResult {
    if (depth <= ASPIRATION.from || isWonOrLost(last)) return this.#search(task, depth, -INFINITE, INFINITE);
    const [alpha, beta] = [last - ASPIRATION.width, last + ASPIRATION.width];
    const found = this.#search(task, depth, alpha, beta);
    if (this.#alphaBeta.isStopped || (found.score > alpha && found.score < beta)) return found;
    const exact = this.#search(task, depth, -INFINITE, INFINITE);
    return exact.moves > 0 || found.score <= alpha ? exact : found;
  }

  /** Searches our moves, and puts the best in front. A score of `beta` or more ends it. */
  #search({ board, extensions, propose }: RootTask, depth: number, alpha: number, beta: number): RootResult {
    const alphaBeta = this.#alphaBeta;
    const { count } = this;
    let [best, lower, move, moves] = [-INFINITE, alpha, this.moves[0]!, 0];
    alphaBeta.replies.fill(board, 0);
    const legal = legalMovesOn(board, board.me);
    // A choice that `moves` removes still counts as one: a depth means the same with and without it.
    const left = depth * TURN_DEPTH - costOf(extensions, alphaBeta.replies, (legal & (legal - 1)) === 0 ? 1 : 2, 0);
    for (; moves < count && best < beta; moves++) {
      const tried = this.moves[moves]!;
      let score = alphaBeta.searchMove(tried, left, lower, moves === 0 ? beta : lower + 1);
      if (moves > 0 && score > lower && score < beta) score = alphaBeta.searchMove(tried, left, lower, beta);
      if (alphaBeta.isStopped) break;
      best = Math.max(best, score);
      // Below the window, scores are bounds, and say nothing about which move is better.
      if (score > lower) [lower, move] = [score, tried];
      propose?.(DIRECTIONS[move]!);
    }
    if (moves > 0) {
      this.#putFirst(move);
      const bound = best <= alpha ? UPPER_BOUND : best >= beta || moves < count ? LOWER_BOUND : EXACT;
      alphaBeta.store(best, bound, moves === count || best >= beta ? depth * TURN_DEPTH : 0, move);
    }
    return { move, score: best, moves };
  }

  #putFirst(move: number): void {
    const index = this.moves.indexOf(move);
    this.moves.copyWithin(1, 0, index);
    this.moves[0] = move;
  }

  /** The principal variation after our move `first`: `most` turns, as far as the table remembers it. */
  lineFrom(board: SearchBoard, first: number, most: number): Direction[] {
    const { replies } = this.#alphaBeta;
    const line: Direction[] = [];
    let ttMove = first;
    let reply = this.#alphaBeta.replyTo(first);
    while (ttMove < NO_TT_MOVE && line.length < most) {
      line.push(DIRECTIONS[ttMove]!);
      const count = replies.fill(board, board.plies);
      const moves = replies.moves[board.plies]![reply % count]!;
      moves[board.me] = ttMove;
      makeTurn(board, moves);
      if (board.alive[board.me] === 0) break;
      ({ ttMove, reply } = this.#alphaBeta.probeMoves());
    }
    while (board.plies > 0) unmakeTurn(board);
    return line;
  }
}
