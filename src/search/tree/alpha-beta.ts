/** The search of one position to one depth: alpha-beta over turns. `search.ts` deepens it. */
import type { BoardView, SearchBoard } from '../board/board.js';
import { MAX_PLIES } from '../board/board.js';
import { mixHigh, mixLow } from '../board/keys.js';
import { makeTurn, unmakeTurn } from '../board/turn.js';
import { COUNT, isOurMate, openMoves, Replies } from './replies.js';
import { isWonOrLost, lostOn, toScore, wonOn } from './scores.js';
import { AT_LEAST, AT_MOST, EXACT, NO_HINT, type TranspositionTable } from './table.js';

/** What a position is worth to us, greater is better. Called for positions that are not decided. */
export type Evaluate = (view: BoardView) => number;

/** More than any score. */
export const INFINITE = 1 << 25;

/** Depths are counted in half turns: a side without a choice takes none of its half. */
export const TURN_DEPTH = 2;

/** Nodes between two looks at the clock: about half a millisecond. */
const NODES_A_LOOK = 128;

/** What makes a search go on beyond its depth. */
export interface Extensions {
  /** Turns in which a side has no choice cost no depth. */
  readonly forced: boolean;
  /** The most turns by which a search goes on while heads are near each other; 0 for none. */
  readonly near: number;
}

/** How one position is searched. */
export interface SearchRun {
  readonly table: TranspositionTable;
  readonly evaluate: Evaluate;
  readonly extensions: Extensions;
  /** Keeps apart in the table what was searched with different evaluations. */
  readonly salt: number;
  /** The score if everybody dies on the same turn. */
  readonly drawn: number;
  /** Looks at the clock: whether the search must end. */
  readonly isOver: () => boolean;
  /** The most positions to search. */
  readonly nodes: number;
}

/** The steps between two heads from which the next turns are searched and not judged. */
const NEAR_HEADS = 2;

/**
 * Alpha-beta (Knuth & Moore, 1975) over simultaneous turns that are played one side after the other: we move, and the
 * others answer knowing it. That is a lower bound of what the turn is worth. Several opponents answer together, as in
 * best-reply search (Schadd & Winands, 2011), but each with a move: see {@link Replies}. Moves are tried in the order
 * of the table, the killer move (Huberman, 1968) and the history heuristic (Schaeffer, 1983); all but the first with a
 * null window (Pearl's Scout, 1980).
 *
 * Owns its working memory, and allocates nothing while it searches. Scores are those of `scores.ts`.
 */
export class AlphaBeta {
  readonly replies = new Replies();
  board!: SearchBoard;
  nodes = 0;
  /** Set once time or nodes are used up: all results since then are void. */
  isStopped = false;
  #table!: TranspositionTable;
  #evaluate!: Evaluate;
  #extensions: Extensions = { forced: true, near: 0 };
  #isOver: () => boolean = () => false;
  #nodeLimit = Infinity;
  #nextLook = 0;
  #saltLow = 0;
  #saltHigh = 0;
  #isContested = false;
  #drawn = 0;
  readonly #killers = new Uint8Array(MAX_PLIES).fill(NO_HINT);
  /** By ply × 4 + our move: the reply that refuted it last. */
  readonly #refutations = new Uint8Array(MAX_PLIES * 4);
  readonly #order = new Uint8Array(MAX_PLIES * 4);
  readonly #keys = new Int32Array(4);
  #history = new Int32Array(0);

  /** Begins a search on a board that shows its position. */
  begin(board: SearchBoard, { table, evaluate, extensions, salt, drawn, isOver, nodes }: SearchRun): void {
    this.board = board;
    this.replies.prepare(board);
    this.#table = table;
    this.#evaluate = evaluate;
    this.#extensions = extensions;
    this.#isOver = isOver;
    this.#saltLow = mixLow(salt);
    this.#saltHigh = mixHigh(salt);
    this.#isContested = board.living > 1;
    this.#drawn = drawn;
    this.nodes = 0;
    this.isStopped = false;
    this.#nodeLimit = nodes;
    this.#nextLook = Math.min(NODES_A_LOOK, nodes);
    this.#killers.fill(NO_HINT);
    this.#refutations.fill(0);
    if (this.#history.length < board.size * 4) this.#history = new Int32Array(board.size * 4);
    else this.#history.fill(0);
  }

  /** The score of one of our moves, with `depth` half turns left after this turn. */
  searchMove(move: number, depth: number, alpha: number, beta: number): number {
    this.replies.fill(this.board, this.board.plies);
    return this.#answer(this.board.plies, move, depth, alpha, beta);
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

  /** The place of the board's entry in the table, −1 if there is none. */
  find(): number {
    return this.#table.find(this.board.hashLow ^ this.#saltLow, this.board.hashHigh ^ this.#saltHigh);
  }

  /** Keeps a result for the board as it is. */
  keep(score: number, bound: number, depth: number, move: number): void {
    const { hashLow, hashHigh, plies } = this.board;
    const reply = this.#refutations[plies * 4 + move]!;
    this.#table.store(hashLow ^ this.#saltLow, hashHigh ^ this.#saltHigh, score, bound, depth, move, reply);
  }

  /** The score of the board, our move: between `alpha` and `beta` it is exact. */
  #search(depth: number, alpha: number, beta: number): number {
    const { board } = this;
    if (++this.nodes >= this.#nextLook) this.#look();
    if (this.isStopped) return 0;
    if (board.alive[board.me] === 0) return board.living === 0 && this.#isContested ? this.#drawn : lostOn(board.turn);
    if (this.#isContested && this.#isWon()) return wonOn(board.turn);
    const ply = board.plies;
    if (depth <= 0 && (depth <= -TURN_DEPTH * this.#extensions.near || !this.#isTense())) return this.#judge();
    if (ply >= MAX_PLIES - 1) return this.#judge();

    const place = this.find();
    let hint = NO_HINT;
    if (place >= 0) {
      const table = this.#table;
      hint = table.moveAt(place);
      const score = table.scoreAt(place);
      const bound = table.boundAt(place);
      if (table.depthAt(place) >= depth) {
        if (bound === EXACT || (bound === AT_LEAST ? score >= beta : score <= alpha)) return score;
      } else if (isWonOrLost(score) && isProven(score, bound, alpha, beta)) return score;
    }
    return this.#choose(ply, depth, alpha, beta, hint);
  }

  /** Tries our moves. */
  #choose(ply: number, depth: number, alpha: number, beta: number, hint: number): number {
    const { board } = this;
    const mask = openMoves(board, board.me);
    this.replies.fill(board, ply);
    const count = this.#sortMoves(ply, mask, hint);
    const left = depth - this.costOf(count, ply);
    let best = -INFINITE;
    let bestMove = NO_HINT;
    let floor = alpha;
    for (let index = 0; index < count; index++) {
      const move = this.#order[ply * 4 + index]!;
      let score = this.#answer(ply, move, left, floor, index === 0 ? beta : floor + 1);
      if (index > 0 && score > floor && score < beta) score = this.#answer(ply, move, left, floor, beta);
      if (this.isStopped) return 0;
      if (score <= best) continue;
      best = score;
      bestMove = move;
      if (score > floor) floor = score;
      if (score >= beta) break;
    }
    if (best >= beta) {
      this.#killers[ply] = bestMove;
      this.#history[board.headCells[board.me]! * 4 + bestMove]! += depth > 0 ? depth * depth : 1;
    }
    this.keep(best, best >= beta ? AT_LEAST : best > alpha ? EXACT : AT_MOST, depth, bestMove);
    return best;
  }

  /** Tries the others' replies to one of our moves. */
  #answer(ply: number, move: number, depth: number, alpha: number, beta: number): number {
    const { board, replies } = this;
    const count = replies.counts[ply]!;
    const first = this.#refutations[ply * 4 + move]! % count;
    let best = INFINITE;
    let ceiling = beta;
    for (let index = 0; index < count; index++) {
      const reply = index === 0 ? first : index <= first ? index - 1 : index;
      const moves = replies.moves[ply * 4 + reply]!;
      moves[board.me] = move;
      makeTurn(board, moves);
      const score = this.#search(depth, alpha, ceiling);
      unmakeTurn(board);
      if (this.isStopped) return 0;
      if (score >= best) continue;
      best = score;
      this.#refutations[ply * 4 + move] = reply;
      if (best <= alpha) break;
      if (best < ceiling) ceiling = best;
    }
    return best;
  }

  /** Puts our moves in the order in which they are tried. Returns their number; a lost snake has one. */
  #sortMoves(ply: number, mask: number, hint: number): number {
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
      const key = move === hint ? INFINITE * 2 : move === killer ? INFINITE : this.#history[entry + move]!;
      let place = count++;
      for (; place > 0 && this.#keys[place - 1]! < key; place--) {
        this.#keys[place] = this.#keys[place - 1]!;
        order[base + place] = order[base + place - 1]!;
      }
      this.#keys[place] = key;
      order[base + place] = move;
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

  /** Whether a head is so near to ours that an evaluation would guess. */
  #isTense(): boolean {
    const { board } = this;
    const nearest = this.replies.nearest(board);
    if (nearest < 0) return false;
    return this.replies.stepsBetween(board, board.headCells[nearest]!, board.headCells[board.me]!) <= NEAR_HEADS;
  }

  #judge(): number {
    return toScore(this.#evaluate(this.board));
  }

  #look(): void {
    this.#nextLook = Math.min(this.nodes + NODES_A_LOOK, this.#nodeLimit);
    if (this.nodes >= this.#nodeLimit || this.#isOver()) this.isStopped = true;
  }
}

/** Whether a decided score holds at any depth: nobody gets out of a win that was found, or of a loss. */
function isProven(score: number, bound: number, alpha: number, beta: number): boolean {
  return score > 0 ? bound !== AT_MOST && score >= beta : bound !== AT_LEAST && score <= alpha;
}
