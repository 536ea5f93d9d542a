/** `search`: the move of a strategy by a deep search with its own evaluation: see docs/guides/searching.md. */
import { DIRECTIONS, moveNumber, type Direction, type Seat } from '../rules/types.js';
import type { Position } from '../rules/position.js';
import { loadBoard, SearchBoard } from './board/board.js';
import { mixLow } from './board/keys.js';
import { makeTurn, unmakeTurn } from './board/turn.js';
import { ponderWith, type PonderSearchContext } from './ponder.js';
import { AlphaBeta, INFINITE, TURN_DEPTH, type Evaluate, type Extensions } from './tree/alpha-beta.js';
import { legalMovesOn } from './tree/replies.js';
import { isWonOrLost, lostOn, toScore } from './tree/scores.js';
import { EXACT, LOWER_BOUND, NO_TT_MOVE, TranspositionTable, UPPER_BOUND } from './tree/table.js';
import { fromPlain } from '../rules/plain.js';

/** The part of a strategy's context that {@link search} needs. */
export interface SearchContext {
  readonly position: Position;
  readonly seat: Seat;
  /** Time left for this turn, in ms. Ignored if the search is limited by nodes. */
  readonly timeLeft?: () => number;
  /**
   * Ends the search if it is aborted. A search blocks the event loop: it only sees a signal that was aborted before.
   */
  readonly signal?: AbortSignal;
  /** Records the best move so far. */
  readonly propose?: (move: Direction) => void;
}

/** How {@link search} evaluates positions, and how far it goes. */
export interface SearchOptions {
  /** The value of a position. Pass the same function every turn: results of another one are not reused. */
  readonly evaluate: Evaluate;
  /**
   * Search this number of positions and ignore the clock. The result is then the same on every machine, and earlier
   * searches are not reused.
   */
  readonly nodes?: number;
  /** The most turns to look ahead, forced ones left out (default: 60). */
  readonly depth?: number;
  /**
   * The size of the transposition table in MB, up to 1024 (default: 16). Searches of the same size share a table.
   */
  readonly tableMb?: number;
  /** The time to leave unused, in ms (default: a fortieth of the time left, but at least 4). */
  readonly reserve?: number;
  /** The score if all snakes die on the same turn, on the scale of the evaluation (default: 0). */
  readonly draw?: number;
  /** Extensions and reductions that differ from the default. */
  readonly extensions?: Partial<Extensions>;
  /** Our moves to choose from (default: all). With it, results of earlier searches are not used. */
  readonly moves?: readonly Direction[];
}

/** The best move that a search has found, with its score and line. */
export interface SearchResult {
  readonly move: Direction;
  /** The evaluation at the end of the principal variation, or a number that {@link endOf} reads if one side wins. */
  readonly score: number;
  /** The completely searched turns, without forced ones. */
  readonly depth: number;
  /** The searched positions. */
  readonly nodes: number;
  /** Our moves of the principal variation: as we expect to play them, against the replies that are worst for us. */
  readonly pv: readonly Direction[];
}

const UP = 0;
const MAX_DEPTH = 60;
const DEFAULT_TABLE_MB = 16;
/** The answer takes longer to the host when others need the core, which is usual with long timeouts. */
const RESERVE = { part: 1 / 40, least: 4 } as const;
const DEFAULT_EXTENSIONS: Extensions = { forced: true, quiescence: 2, reductions: true };
/** From which depth on the window around the last score is tried, and how far it reaches to both sides. */
const ASPIRATION = { from: 3, width: 150 } as const;
/**
 * A depth takes about three times as long as the one before it, and part of that to find out that the best move fails.
 * With less time left than this share of the last depth, the next one is not started.
 */
const WORTH_STARTING = 0.5;

/**
 * Searches a position as deeply as time or nodes allow, and proposes the best move whenever a move of ours has been
 * searched. Always returns a move; `up` if all are lost at once. Throws a `RangeError` if `tableMb` is no size of a
 * table.
 *
 * We move first and the others answer knowing our move, so a score is a lower bound. Food, hazards and everything else
 * that chance adds are not predicted.
 */
export function search(context: SearchContext, options: SearchOptions): SearchResult {
  return shared.search(context, options);
}

/**
 * Searches the positions that the next turn may show: after our move, and the replies that the others would choose by
 * the same evaluation, the most likely one longest. The next {@link search} finds the results in the transposition
 * table. Returns when time is up, or every search is finished. Pass the options of `search`, without `nodes`.
 */
search.ponder = (context: PonderSearchContext, options: SearchOptions): void =>
  ponderWith(
    context,
    (position, seat, timeLeft, moves) =>
      search({ position, seat, timeLeft }, { ...options, ...(moves && { moves }), reserve: 0 }).move,
  );

interface RootResult {
  readonly move: number;
  readonly score: number;
  /** The moves that were searched to the end. */
  readonly moves: number;
}

/**
 * Iterative deepening at the root. Owns the state between turns: transposition tables, a board, and the working memory
 * of {@link AlphaBeta}. One search at a time.
 */
class Search {
  readonly #alphaBeta = new AlphaBeta();
  /** By size, so that two snakes of a process with tables of different sizes do not evict each other's entries. */
  readonly #tables = new Map<number, TranspositionTable>();
  /** By evaluation: a number that separates its entries in a table. */
  readonly #salts = new WeakMap<Evaluate, number>();
  #lastSalt = 0;
  #board: SearchBoard | undefined;
  /** Our moves at the root, the best of the last finished depth first. `up` alone if all are lost at once. */
  readonly #rootMoves = new Uint8Array(4);

  search(context: SearchContext, options: SearchOptions): SearchResult {
    const { position, seat } = context;
    const board = this.#boardFor(position);
    loadBoard(board, position, seat);
    const { tableMb = DEFAULT_TABLE_MB, nodes = Infinity, evaluate } = options;
    const extensions = { ...DEFAULT_EXTENSIONS, ...options.extensions };
    const drawScore = toScore(options.draw ?? 0);
    const table = this.#tableOf(tableMb);
    table.newSearch();
    const reserve = options.reserve ?? Math.max(RESERVE.least, (context.timeLeft?.() ?? 0) * RESERVE.part);
    const mustStop = options.nodes === undefined ? clockOf(context, reserve) : () => false;
    const isFresh = options.nodes !== undefined || options.moves !== undefined;
    const salt = (isFresh ? ++this.#lastSalt : this.#saltOf(evaluate)) ^ mixLow(drawScore);
    this.#alphaBeta.newSearch(board, { table, evaluate, extensions, salt, drawScore, mustStop, nodes });
    return this.#deepen(board, context, { ...options, reserve });
  }

  #boardFor(position: Position): SearchBoard {
    const board = this.#board;
    if (board?.width === position.width && board.height === position.height) return board;
    return (this.#board = new SearchBoard(position));
  }

  #tableOf(megabytes: number): TranspositionTable {
    const table = this.#tables.get(megabytes) ?? new TranspositionTable(megabytes);
    this.#tables.set(megabytes, table);
    return table;
  }

  #saltOf(evaluate: Evaluate): number {
    const salt = this.#salts.get(evaluate) ?? ++this.#lastSalt;
    this.#salts.set(evaluate, salt);
    return salt;
  }

  /** Searches deeper and deeper, until a depth decides the game or time is up. */
  #deepen(
    board: SearchBoard,
    context: SearchContext,
    options: SearchOptions & { readonly reserve: number },
  ): SearchResult {
    const count = this.#sortRoot(board, options.moves);
    const last = count === 0 ? 0 : Math.min(options.depth ?? MAX_DEPTH, MAX_DEPTH);
    const clock = options.nodes === undefined ? context.timeLeft : undefined;
    let best: RootResult = { move: this.#rootMoves[0]!, score: count === 0 ? lostOn(board.turn + 1) : 0, moves: 0 };
    let depth = 0;
    let before = clock?.() ?? 0;
    while (depth < last && !this.#alphaBeta.isStopped) {
      const found = this.#searchNear(best.score, board, context, count, depth + 1);
      if (found.moves > 0) best = found;
      if (found.moves < count) break;
      depth++;
      if (isWonOrLost(best.score)) break;
      if (clock === undefined) continue;
      const left = clock();
      if (count === 1 || left - options.reserve < (before - left) * WORTH_STARTING) break;
      before = left;
    }
    const pv = count === 0 ? [] : this.#pvFrom(board, best.move);
    return { move: DIRECTIONS[best.move]!, score: best.score, depth, nodes: this.#alphaBeta.nodes, pv };
  }

  /** Fills the root moves, the move of the table first. Returns the number of moves that do not lose at once. */
  #sortRoot(board: SearchBoard, moves: readonly Direction[] = DIRECTIONS): number {
    this.#rootMoves[0] = UP;
    const mask = moves.reduce((bits, move) => bits | (1 << moveNumber(move)), 0) & legalMovesOn(board, board.me);
    let count = 0;
    const { ttMove } = this.#alphaBeta.probeMoves();
    if (ttMove < NO_TT_MOVE && (mask & (1 << ttMove)) !== 0) this.#rootMoves[count++] = ttMove;
    for (let move = 0; move < 4; move++) {
      if ((mask & (1 << move)) !== 0 && move !== ttMove) this.#rootMoves[count++] = move;
    }
    return count;
  }

  /**
   * Searches one depth in a window around the score of the depth before it (aspiration windows: Slate & Atkin, 1977),
   * and with all scores if the new one is outside.
   */
  #searchNear(last: number, board: SearchBoard, context: SearchContext, count: number, depth: number): RootResult {
    if (depth <= ASPIRATION.from || isWonOrLost(last)) return this.#searchRoot(board, context, count, depth);
    const [alpha, beta] = [last - ASPIRATION.width, last + ASPIRATION.width];
    const found = this.#searchRoot(board, context, count, depth, alpha, beta);
    if (this.#alphaBeta.isStopped || (found.score > alpha && found.score < beta)) return found;
    const exact = this.#searchRoot(board, context, count, depth);
    return exact.moves > 0 || found.score <= alpha ? exact : found;
  }

  /**
   * Searches our moves to one depth, and puts the best in front. Proposes the best so far after each of them. A score of
   * `beta` or more ends it.
   */
  #searchRoot(
    board: SearchBoard,
    { propose }: SearchContext,
    count: number,
    depth: number,
    alpha = -INFINITE,
    beta = INFINITE,
  ): RootResult {
    const alphaBeta = this.#alphaBeta;
    let [best, move, moves] = [-INFINITE, this.#rootMoves[0]!, 0];
    let lower = alpha;
    alphaBeta.replies.fill(board, 0);
    const legal = legalMovesOn(board, board.me);
    // A choice that `moves` removes still counts as one: a depth means the same with and without it.
    const left = depth * TURN_DEPTH - alphaBeta.costOf((legal & (legal - 1)) === 0 ? 1 : 2, 0);
    for (; moves < count && best < beta; moves++) {
      const tried = this.#rootMoves[moves]!;
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
    const index = this.#rootMoves.indexOf(move);
    this.#rootMoves.copyWithin(1, 0, index);
    this.#rootMoves[0] = move;
  }

  /** The principal variation, as far as the table remembers it. */
  #pvFrom(board: SearchBoard, first: number): Direction[] {
    const { replies } = this.#alphaBeta;
    const pv: Direction[] = [];
    let ttMove = first;
    let reply = this.#alphaBeta.replyTo(first);
    while (ttMove < NO_TT_MOVE && pv.length < MAX_DEPTH) {
      pv.push(DIRECTIONS[ttMove]!);
      const count = replies.fill(board, board.plies);
      const moves = replies.moves[board.plies]![reply % count]!;
      moves[board.me] = ttMove;
      makeTurn(board, moves);
      if (board.alive[board.me] === 0) break;
      ({ ttMove, reply } = this.#alphaBeta.probeMoves());
    }
    while (board.plies > 0) unmakeTurn(board);
    return pv;
  }
}

/** All searches of a process, which never run at the same time. It takes its memory with the first search. */
const shared = new Search();

function clockOf({ timeLeft, signal }: SearchContext, reserve: number): () => boolean {
  if (timeLeft === undefined) return () => signal?.aborted === true;
  return () => timeLeft() <= reserve || signal?.aborted === true;
}

const SIDE = 11;

/** A duel of two snakes that have just met in the middle of an open board. */
const CANNED = {
  width: SIDE,
  height: SIDE,
  turn: 20,
  food: [
    { x: 2, y: 8 },
    { x: 8, y: 1 },
  ],
  hazards: [],
  snakes: [
    { id: 'a', health: 90, body: [4, 3, 2, 1, 0].map((x) => ({ x, y: 5 })) },
    { id: 'b', health: 80, body: [7, 8, 9, 10].map((x) => ({ x, y: 6 })) },
  ],
};

/**
 * Searches a canned position for some time (default: 150 ms). A strategy calls it once, where its file is loaded, so
 * that its first turns are searched as deeply as its last.
 */
export function warmUp(evaluate: Evaluate, ms = 150): void {
  const until = performance.now() + ms;
  const position = fromPlain(CANNED);
  search({ position, seat: 0, timeLeft: () => until - performance.now() }, { evaluate, reserve: 0 });
}
