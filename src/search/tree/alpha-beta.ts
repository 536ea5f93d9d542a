/** The search of one position to one depth: alpha-beta over turns. `search.ts` deepens it. */
import { type BoardView, type SearchBoard, MAX_PLIES } from '../board/board.js';
import { mixHigh, mixLow } from '../board/keys.js';
import { makeTurn, unmakeTurn } from '../board/turn.js';
import { costOf, DEFAULT_EXTENSIONS, isAtEnd, lateDepth, type Extensions } from './depths.js';
import { MoveOrder } from './move-order.js';
import { isOurMate, legalMovesOn, Replies } from './replies.js';
import { isWonOrLost, lostOn, toScore, wonOn } from './scores.js';
import { EXACT, LOWER_BOUND, NO_TT_MOVE, UPPER_BOUND, type TranspositionTable } from './table.js';

/** The value of a position for us: higher is better. Called for undecided positions. */
export type Evaluate = (view: BoardView) => number;

/** More than any score. */
export const INFINITE = 1 << 25;

/** Nodes between two checks of the clock: about half a millisecond. */
const NODES_PER_CHECK = 128;

interface SearchRun {
  readonly table: TranspositionTable;
  readonly evaluate: Evaluate;
  readonly extensions: Extensions;
  /** Separates the results of different evaluations in the table. */
  readonly salt: number;
  /** The score if all snakes die on the same turn. */
  readonly drawScore: number;
  /** Whether the time is up or the answer no longer awaited. */
  readonly mustStop: () => boolean;
  /** The most positions to search. */
  readonly nodes: number;
}

/**
 * Alpha-beta (Knuth & Moore, 1975) over simultaneous turns that are played one side after the other: we move, and the
 * others answer knowing it. That is a lower bound of the turn's value. Several opponents answer together, as in
 * best-reply search (Schadd & Winands, 2011), but each with a move: see {@link Replies}. All moves but the first are
 * tried with a null window (Pearl's Scout, 1980). `move-order.ts` has their order, `depths.ts` their depths.
 *
 * Owns its working memory, and allocates nothing while it searches. Scores are as in `scores.ts`.
 */
export class AlphaBeta {
  readonly replies = new Replies();
  readonly order = new MoveOrder();
  board!: SearchBoard;
  nodes = 0;
  /** Set once time or nodes are used up: all results since then are void. */
  isStopped = false;
  #table!: TranspositionTable;
  #evaluation!: Evaluate;
  #extensions = DEFAULT_EXTENSIONS;
  #mustStop: () => boolean = () => false;
  #nodeLimit = Infinity;
  #nextCheck = 0;
  #saltLow = 0;
  #saltHigh = 0;
  #isContested = false;
  #drawScore = 0;

  /** Begins a new search on a board that shows its position. */
  newSearch(board: SearchBoard, { table, evaluate, extensions, salt, drawScore, mustStop, nodes }: SearchRun): void {
    this.board = board;
    this.replies.prepare(board);
    this.#table = table;
    this.#evaluation = evaluate;
    this.#extensions = extensions;
    this.#mustStop = mustStop;
    this.#saltLow = mixLow(salt);
    this.#saltHigh = mixHigh(salt);
    this.#isContested = board.living > 1;
    this.#drawScore = drawScore;
    this.nodes = 0;
    this.isStopped = false;
    this.#nodeLimit = nodes;
    this.#nextCheck = Math.min(NODES_PER_CHECK, nodes);
    this.order.newSearch(board);
  }

  /** The score of one of our moves, with `depth` half turns left after this turn. */
  searchMove(move: number, depth: number, alpha: number, beta: number): number {
    this.replies.fill(this.board, this.board.plies);
    return this.#searchReplies(this.board.plies, move, depth, alpha, beta);
  }

  /** The reply to one of our moves that the last search took to be the worst for us. */
  replyTo(move: number): number {
    return this.order.refutations[this.board.plies * 4 + move]!;
  }

  /** The table's entry for the present board: our best move, and the reply to it. */
  probeMoves(): { readonly ttMove: number; readonly reply: number } {
    const slot = this.#probe();
    if (slot < 0) return { ttMove: NO_TT_MOVE, reply: 0 };
    return { ttMove: this.#table.moveAt(slot), reply: this.#table.replyAt(slot) };
  }

  /** The slot of the present board's entry in the table; −1 if it has no entry. */
  #probe(): number {
    return this.#table.probe(this.board.hashLow ^ this.#saltLow, this.board.hashHigh ^ this.#saltHigh);
  }

  /** Stores a result for the present board in the table. */
  store(score: number, bound: number, depth: number, move: number): void {
    const { hashLow, hashHigh, plies } = this.board;
    const reply = this.order.refutations[plies * 4 + move]!;
    this.#table.store(hashLow ^ this.#saltLow, hashHigh ^ this.#saltHigh, score, bound, depth, move, reply);
  }

  /** The score of the board, our move: between `alpha` and `beta` it is exact. */
  #search(depth: number, alpha: number, beta: number): number {
    const { board } = this;
    if (++this.nodes >= this.#nextCheck) this.#checkTime();
    if (this.isStopped) return 0;
    if (board.alive[board.me] === 0)
      return board.living === 0 && this.#isContested ? this.#drawScore : lostOn(board.turn);
    if (this.#isContested && this.#isWon()) return wonOn(board.turn);
    const ply = board.plies;
    if (ply >= MAX_PLIES - 1 || isAtEnd(this.#extensions, this.replies, board, depth)) return this.#evaluate();

    const slot = this.#probe();
    let ttMove = NO_TT_MOVE;
    if (slot >= 0) {
      const table = this.#table;
      ttMove = table.moveAt(slot);
      const score = table.scoreAt(slot);
      const bound = table.boundAt(slot);
      if (table.depthAt(slot) >= depth) {
        if (bound === EXACT || (bound === LOWER_BOUND ? score >= beta : score <= alpha)) return score;
      } else if (isWonOrLost(score) && isProven(score, bound, alpha, beta)) return score;
    }
    return this.#searchMoves(ply, depth, alpha, beta, ttMove);
  }

  #searchMoves(ply: number, depth: number, alpha: number, beta: number, ttMove: number): number {
    const { board, replies, order } = this;
    replies.fill(board, ply);
    const count = order.sort(board, ply, legalMovesOn(board, board.me), ttMove);
    const left = depth - costOf(this.#extensions, replies, count, ply);
    let best = -INFINITE;
    let bestMove = NO_TT_MOVE;
    let lower = alpha;
    for (let index = 0; index < count; index++) {
      const move = order.moves[ply * 4 + index]!;
      const late = index === 0 ? left : lateDepth(this.#extensions, replies, board, left, lower);
      let score = this.#searchReplies(ply, move, late, lower, index === 0 ? beta : lower + 1);
      if (late < left && score > lower) score = this.#searchReplies(ply, move, left, lower, lower + 1);
      if (index > 0 && score > lower && score < beta) score = this.#searchReplies(ply, move, left, lower, beta);
      if (this.isStopped) return 0;
      if (score <= best) continue;
      best = score;
      bestMove = move;
      if (score > lower) lower = score;
      if (score >= beta) break;
    }
    if (best >= beta) order.noteCut(board, ply, bestMove, depth);
    this.store(best, best >= beta ? LOWER_BOUND : best > alpha ? EXACT : UPPER_BOUND, depth, bestMove);
    return best;
  }

  /** Tries the others' replies to one of our moves. */
  #searchReplies(ply: number, move: number, depth: number, alpha: number, beta: number): number {
    const { board, replies } = this;
    const { refutations } = this.order;
    const count = replies.counts[ply]!;
    const joint = replies.moves[ply]!;
    const first = refutations[ply * 4 + move]! % count;
    let best = INFINITE;
    let upper = beta;
    for (let index = 0; index < count; index++) {
      const reply = index === 0 ? first : index <= first ? index - 1 : index;
      const moves = joint[reply]!;
      moves[board.me] = move;
      const late = index === 0 ? depth : lateDepth(this.#extensions, replies, board, depth, upper);
      makeTurn(board, moves);
      let score = this.#search(late, alpha, upper);
      if (late < depth && score < upper) score = this.#search(depth, alpha, upper);
      unmakeTurn(board);
      if (this.isStopped) return 0;
      if (score >= best) continue;
      best = score;
      refutations[ply * 4 + move] = reply;
      if (best <= alpha) break;
      if (best < upper) upper = best;
    }
    return best;
  }

  #isWon(): boolean {
    const { board } = this;
    if (board.living === 1) return true;
    if (board.squads[board.me] === 0) return false;
    let ours = 0;
    for (let seat = 0; seat < board.snakeCount; seat++) {
      if (board.alive[seat] === 1 && isOurMate(board, seat)) ours++;
    }
    // Hidden snakes are only in the number of the living.
    return ours === board.living;
  }

  #evaluate(): number {
    return toScore(this.#evaluation(this.board));
  }

  #checkTime(): void {
    this.#nextCheck = Math.min(this.nodes + NODES_PER_CHECK, this.#nodeLimit);
    if (this.nodes >= this.#nodeLimit || this.#mustStop()) this.isStopped = true;
  }
}

/** Whether a decided score holds at any depth: a proven win or loss is final. */
function isProven(score: number, bound: number, alpha: number, beta: number): boolean {
  return score > 0 ? bound !== UPPER_BOUND && score >= beta : bound !== LOWER_BOUND && score <= alpha;
}
