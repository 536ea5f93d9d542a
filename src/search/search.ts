/** `search`: the move of a strategy by a deep search with its own evaluation: see docs/guides/searching.md. */
import { DIRECTIONS, type Direction, type Seat } from '../rules/types.js';
import type { Position } from '../rules/position.js';
import { loadBoard, SearchBoard } from './board/board.js';
import { mixLow } from './board/keys.js';
import { ponderWith, type PonderSearchContext } from './ponder.js';
import { AlphaBeta, type Evaluate } from './tree/alpha-beta.js';
import { DEFAULT_EXTENSIONS, type Extensions } from './tree/depths.js';
import { Root, type RootResult, type RootTask } from './tree/root.js';
import { isWonOrLost, lostOn, toScore } from './tree/scores.js';
import { TranspositionTable } from './tree/table.js';
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

const MAX_DEPTH = 60;
const DEFAULT_TABLE_MB = 16;
/** The answer takes longer to the host when others need the core, which is usual with long timeouts. */
const RESERVE = { part: 1 / 40, least: 4 } as const;
/**
 * A depth takes about twice as long as the one before it, and part of that to find out that the best move fails.
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

/**
 * Iterative deepening. Owns the state between turns: transposition tables, a board, and the working memory
 * of {@link AlphaBeta}. One search at a time.
 */
class Search {
  readonly #alphaBeta = new AlphaBeta();
  readonly #root = new Root(this.#alphaBeta);
  /** By size, so that two snakes of a process with tables of different sizes do not evict each other's entries. */
  readonly #tables = new Map<number, TranspositionTable>();
  /** By evaluation: a number that separates its entries in a table. */
  readonly #salts = new WeakMap<Evaluate, number>();
  #lastSalt = 0;
  #board: SearchBoard | undefined;

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
    this.#root.begin(board, options.moves);
    const task = { board, extensions, propose: context.propose };
    return this.#deepen(task, { ...options, reserve }, nodes === Infinity ? context.timeLeft : undefined);
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

  /** Searches deeper and deeper, until a depth decides the game or time is up. Without a clock, nodes are the limit. */
  #deepen(
    task: RootTask,
    options: SearchOptions & { readonly reserve: number },
    clock: (() => number) | undefined,
  ): SearchResult {
    const [root, { board }] = [this.#root, task];
    const { count } = root;
    const last = count === 0 ? 0 : Math.min(options.depth ?? MAX_DEPTH, MAX_DEPTH);
    let best: RootResult = { move: root.moves[0]!, score: count === 0 ? lostOn(board.turn + 1) : 0, moves: 0 };
    let depth = 0;
    let before = clock?.() ?? 0;
    while (depth < last && !this.#alphaBeta.isStopped) {
      const found = root.searchNear(best.score, task, depth + 1);
      if (found.moves > 0) best = found;
      if (found.moves < count) break;
      depth++;
      if (isWonOrLost(best.score)) break;
      if (clock === undefined) continue;
      const left = clock();
      if (count === 1 || left - options.reserve < (before - left) * WORTH_STARTING) break;
      before = left;
    }
    const pv = count === 0 ? [] : root.lineFrom(board, best.move, MAX_DEPTH);
    return { move: DIRECTIONS[best.move]!, score: best.score, depth, nodes: this.#alphaBeta.nodes, pv };
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
