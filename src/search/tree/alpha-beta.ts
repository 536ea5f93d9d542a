/** The search of one position to one depth: alpha-beta over turns. `search.ts` deepens it. */
import type { BoardView, SearchBoard } from '../board/board.js';
import { MAX_PLIES } from '../board/board.js';
import { mixHigh, mixLow } from '../board/keys.js';
import { makeTurn, unmakeTurn } from '../board/turn.js';
import { COUNT, isOurMate, legalMovesOn, Replies } from './replies.js';
import { isWonOrLost, lostOn, toScore, wonOn } from './scores.js';
import { EXACT, LOWER_BOUND, NO_TT_MOVE, UPPER_BOUND, type TranspositionTable } from './table.js';

/** The value of a position for us: higher is better. Called for undecided positions. */
export type Evaluate = (view: BoardView) => number;

/** More than any score. */
export const INFINITE = 1 << 25;

/** Depths are counted in half turns: a side without a choice costs nothing. */
export const TURN_DEPTH = 2;

/** Nodes between two checks of the clock: about half a millisecond. */
const NODES_PER_CHECK = 128;

/** Where a search extends or reduces its depth. */
export interface Extensions {
  /** Turns in which a side has no choice cost no depth. */
  readonly forced: boolean;
  /** The most turns by which a search continues until heads are no longer near each other; 0 for none. */
  readonly quiescence: number;
  /** Later moves and replies are tried one or two turns shallower before they are searched. */
  readonly reductions: boolean;
}

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

/** Heads closer than this: the search continues instead of evaluating. */
const NEAR_HEADS = 2;

/** From these depths on, later moves and replies are tried one turn shallower, and two. */
const REDUCED_FROM = 2 * TURN_DEPTH;
const REDUCED_TWICE_FROM = 4 * TURN_DEPTH;

/**
 * Alpha-beta (Knuth & Moore, 1975) over simultaneous turns that are played one side after the other: we move, and the
 * others answer knowing it. That is a lower bound of the turn's value. Several opponents answer together, as in
 * best-reply search (Schadd & Winands, 2011), but each with a move: see {@link Replies}. Moves are tried in the order
 * of the table, the killer move (Huberman, 1968) and the history heuristic (Schaeffer, 1983); all but the first with a
 * null window (Pearl's Scout, 1980), and shallower until they are better than expected.
 *
 * Owns its working memory, and allocates nothing while it searches. Scores are as in `scores.ts`.
 */
export class AlphaBeta {
  readonly replies = new Replies();
  board!: SearchBoard;
  nodes = 0;
  /** Set once time or nodes are used up: all results since then are void. */
  isStopped = false;
  #table!: TranspositionTable;
  #evaluation!: Evaluate;
  #extensions: Extensions = { forced: true, quiescence: 0, reductions: true };
  #mustStop: () => boolean = () => false;
  #nodeLimit = Infinity;
  #nextCheck = 0;
  #saltLow = 0;
  #saltHigh = 0;
  #isContested = false;
  #drawScore = 0;
  readonly #killers = new Uint8Array(MAX_PLIES).fill(NO_TT_MOVE);
  /** By ply × 4 + our move: the reply that refuted it last. */
  readonly #refutations = new Uint8Array(MAX_PLIES * 4);
  readonly #order = new Uint8Array(MAX_PLIES * 4);
  readonly #keys = new Int32Array(4);
  #history = new Int32Array(0);

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
    this.#killers.fill(NO_TT_MOVE);
    this.#refutations.fill(0);
    if (this.#history.length < board.size * 4) this.#history = new Int32Array(board.size * 4);
    else this.#history.fill(0);
  }

  /** The score of one of our moves, with `depth` half turns left after this turn. */
  searchMove(move: number, depth: number, alpha: number, beta: number): number {
    this.replies.fill(this.board, this.board.plies);
    return this.#searchReplies(this.board.plies, move, depth, alpha, beta);
  }

  /** The half turns that a turn costs: none for a side without a choice. `replies` must be filled for this ply. */
  costOf(ownMoves: number, ply: number): number {
    if (!this.#extensions.forced) return TURN_DEPTH;
    return TURN_DEPTH - (ownMoves === 1 ? 1 : 0) - this.replies.forced[ply]!;
  }

  /** The reply to one of our moves that the last search took to be the worst for us. */
  replyTo(move: number): number {
    return this.#refutations[this.board.plies * 4 + move]!;
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
    const reply = this.#refutations[plies * 4 + move]!;
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
    if (depth <= 0 && (depth <= -TURN_DEPTH * this.#extensions.quiescence || this.#isQuiet())) return this.#evaluate();
    if (ply >= MAX_PLIES - 1) return this.#evaluate();

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
    const { board } = this;
    const mask = legalMovesOn(board, board.me);
    this.replies.fill(board, ply);
    const count = this.#sortMoves(ply, mask, ttMove);
    const left = depth - this.costOf(count, ply);
    let best = -INFINITE;
    let bestMove = NO_TT_MOVE;
    let lower = alpha;
    for (let index = 0; index < count; index++) {
      const move = this.#order[ply * 4 + index]!;
      const late = index === 0 ? left : this.#lateDepth(left, lower);
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
    if (best >= beta) {
      this.#killers[ply] = bestMove;
      this.#history[board.headCells[board.me]! * 4 + bestMove]! += depth > 0 ? depth * depth : 1;
    }
    this.store(best, best >= beta ? LOWER_BOUND : best > alpha ? EXACT : UPPER_BOUND, depth, bestMove);
    return best;
  }

  /** Tries the others' replies to one of our moves. */
  #searchReplies(ply: number, move: number, depth: number, alpha: number, beta: number): number {
    const { board, replies } = this;
    const count = replies.counts[ply]!;
    const joint = replies.moves[ply]!;
    const first = this.#refutations[ply * 4 + move]! % count;
    let best = INFINITE;
    let upper = beta;
    for (let index = 0; index < count; index++) {
      const reply = index === 0 ? first : index <= first ? index - 1 : index;
      const moves = joint[reply]!;
      moves[board.me] = move;
      const late = index === 0 ? depth : this.#lateDepth(depth, upper);
      makeTurn(board, moves);
      let score = this.#search(late, alpha, upper);
      if (late < depth && score < upper) score = this.#search(depth, alpha, upper);
      unmakeTurn(board);
      if (this.isStopped) return 0;
      if (score >= best) continue;
      best = score;
      this.#refutations[ply * 4 + move] = reply;
      if (best <= alpha) break;
      if (best < upper) upper = best;
    }
    return best;
  }

  /**
   * The depth at which a later move or reply is tried: shallower (late move reductions). A result better than `bound` is
   * searched again. Only in duels; not near the other head, nor if the game may be decided.
   */
  #lateDepth(depth: number, bound: number): number {
    if (depth < REDUCED_FROM || this.board.living > 2 || !this.#extensions.reductions) return depth;
    if (isWonOrLost(bound) || !this.#isQuiet()) return depth;
    return depth - (depth < REDUCED_TWICE_FROM ? 1 : 2) * TURN_DEPTH;
  }

  /** Puts our moves in the order in which they are tried. Returns their number; a lost snake has one. */
  #sortMoves(ply: number, mask: number, ttMove: number): number {
    const order = this.#order;
    const base = ply * 4;
    if (mask === 0) {
      order[base] = 0;
      return 1;
    }
    const entry = this.board.headCells[this.board.me]! * 4;
    const killer = this.#killers[ply]!;
    let count = 0;
    for (let move = 0; move < 4; move++) {
      if ((mask & (1 << move)) === 0) continue;
      const key = move === ttMove ? INFINITE * 2 : move === killer ? INFINITE : this.#history[entry + move]!;
      let at = count++;
      for (; at > 0 && this.#keys[at - 1]! < key; at--) {
        this.#keys[at] = this.#keys[at - 1]!;
        order[base + at] = order[base + at - 1]!;
      }
      this.#keys[at] = key;
      order[base + at] = move;
    }
    return COUNT[mask]!;
  }

  #isWon(): boolean {
    const { board } = this;
    if (board.living === 1) return true;
    if (board.squads[board.me] === 0) return false;
    for (let seat = 0; seat < board.snakeCount; seat++) {
      if (board.alive[seat] === 1 && seat !== board.me && !isOurMate(board, seat)) return false;
    }
    return true;
  }

  /** Whether no head is so near to ours that an evaluation would guess: then the quiescence search ends. */
  #isQuiet(): boolean {
    const { board } = this;
    const nearest = this.replies.nearest(board);
    if (nearest < 0) return true;
    return this.replies.stepsBetween(board, board.headCells[nearest]!, board.headCells[board.me]!) > NEAR_HEADS;
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
