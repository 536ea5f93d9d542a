/** `search`: the move of a strategy by a deep search with its own evaluation. docs/searching.md shows it in use. */
import { DIRECTIONS, type Direction, type Seat } from '../rules/types.js';
import type { Position } from '../rules/position.js';
import { loadBoard, SearchBoard } from './board/board.js';
import { mixLow } from './board/keys.js';
import { makeTurn, unmakeTurn } from './board/turn.js';
import { AlphaBeta, INFINITE, TURN_DEPTH, type Evaluate, type Extensions } from './tree/alpha-beta.js';
import { openMoves } from './tree/replies.js';
import { isWonOrLost, toScore } from './tree/scores.js';
import { AT_LEAST, EXACT, NO_HINT, TranspositionTable } from './tree/table.js';

/** The part of a strategy's context that {@link search} needs. */
export interface SearchContext {
  readonly position: Position;
  /** Our seat. */
  readonly seat: Seat;
  /** Time left for this turn, in ms. Ignored if the search is limited by nodes. */
  readonly timeLeft?: () => number;
  /** Ends the search if it is aborted. A search blocks the event loop: it sees only what was aborted before. */
  readonly signal?: AbortSignal;
  /** Records the best move so far. */
  readonly propose?: (move: Direction) => void;
}

/** How {@link search} judges positions, and how far it goes. */
export interface SearchOptions {
  /** What a position is worth. Pass the same function every turn: what was found with another one is not used. */
  readonly evaluate: Evaluate;
  /**
   * Search this number of positions instead of looking at the clock. The result then depends on nothing else: it is the
   * same on every machine, and what earlier searches found is not used.
   */
  readonly nodes?: number;
  /** The most turns to look ahead, forced ones left out; 60 unless given. */
  readonly depth?: number;
  /**
   * Memory for searched positions, in MB, up to 1024; 16 unless given. Shared by the searches that give the same
   * number.
   */
  readonly tableMb?: number;
  /** The time to leave unused, in ms; a fortieth of what is left, but at least 4, unless given. */
  readonly reserve?: number;
  /** What it is worth if everybody dies on the same turn, on the scale of the evaluation; 0 unless given. */
  readonly draw?: number;
  /** What is searched beyond the depth. */
  readonly extensions?: Extensions;
}

/** What {@link search} found. */
export interface SearchResult {
  readonly move: Direction;
  /** The evaluation at the end of the line, or a number that {@link endOf} reads if the game is decided. */
  readonly score: number;
  /** The turns that were searched completely, forced ones left out. */
  readonly depth: number;
  /** The positions that were searched. */
  readonly nodes: number;
  /** Our moves as we expect to play them; others' replies are taken to be the worst for us. */
  readonly line: readonly Direction[];
}

const UP = 0;
const MAX_DEPTH = 60;
const DEFAULT_TABLE_MB = 16;
/** The way back to the host takes longer when others want the core, which is when the time is long anyway. */
const RESERVE = { part: 1 / 40, least: 4 } as const;
const USUAL_EXTENSIONS: Extensions = { forced: true, near: 2 };
/**
 * A depth takes about three times as long as the one before it, and finding out that the best move fails takes a part
 * of that. With less time left than this share of what the last depth took, the next one is not worth starting.
 */
const WORTH_STARTING = 0.5;

/** Shared by all searches of a process: they never run at the same time. Made by the first search. */
const engine = new AlphaBeta();
const tables = new Map<number, TranspositionTable>();
let table: TranspositionTable | undefined;
let spareBoard: SearchBoard | undefined;

/** By evaluation: the number that keeps its entries in the table apart. */
const salts = new WeakMap<Evaluate, number>();
let lastSalt = 0;

/**
 * Searches a position as deeply as time or nodes allow, and proposes the best move whenever a move of ours has been
 * searched. Always returns a move; `up` if all are lost at once. Throws a `RangeError` if `tableMb` is no size of a
 * table.
 *
 * We move first and the others answer knowing our move, so a score is what we can be sure of. Food, hazards and
 * everything else that chance adds are not predicted.
 */
export function search(context: SearchContext, options: SearchOptions): SearchResult {
  const { position, seat } = context;
  const board = boardFor(position);
  loadBoard(board, position, seat);
  const { tableMb = DEFAULT_TABLE_MB, nodes = Infinity, extensions = USUAL_EXTENSIONS, evaluate } = options;
  const drawn = toScore(options.draw ?? 0);
  table = tableOf(tableMb);
  table.age();
  const reserve = options.reserve ?? Math.max(RESERVE.least, (context.timeLeft?.() ?? 0) * RESERVE.part);
  const isOver = options.nodes === undefined ? clockOf(context, reserve) : () => false;
  const salt = options.nodes === undefined ? saltOf(evaluate) : ++lastSalt;
  engine.begin(board, { table, evaluate, extensions, salt: salt ^ mixLow(drawn), drawn, isOver, nodes });
  return deepenRoot(board, context, { ...options, reserve });
}

function boardFor(position: Position): SearchBoard {
  if (spareBoard?.width !== position.width || spareBoard.height !== position.height) {
    spareBoard = new SearchBoard(position);
  }
  return spareBoard;
}

/** One table for each size, so that two snakes of a process do not take each other's away. */
function tableOf(megabytes: number): TranspositionTable {
  const found = tables.get(megabytes) ?? new TranspositionTable(megabytes);
  tables.set(megabytes, found);
  return found;
}

function saltOf(evaluate: Evaluate): number {
  const known = salts.get(evaluate);
  if (known !== undefined) return known;
  salts.set(evaluate, ++lastSalt);
  return lastSalt;
}

function clockOf({ timeLeft, signal }: SearchContext, reserve: number): () => boolean {
  if (timeLeft === undefined) return () => signal?.aborted === true;
  return () => timeLeft() <= reserve || signal?.aborted === true;
}

/** Our moves at the root, the best of the last finished depth first. `up` alone if all are lost at once. */
const rootMoves = new Uint8Array(4);

/** Fills {@link rootMoves}. Returns the number of moves that do not lose at once. */
function sortRoot(board: SearchBoard): number {
  rootMoves[0] = UP;
  const mask = openMoves(board, board.me);
  let count = 0;
  const place = engine.find();
  const hint = place < 0 ? NO_HINT : table!.moveAt(place);
  if (hint < NO_HINT && (mask & (1 << hint)) !== 0) rootMoves[count++] = hint;
  for (let move = 0; move < 4; move++) {
    if ((mask & (1 << move)) !== 0 && move !== hint) rootMoves[count++] = move;
  }
  return count;
}

/** Searches deeper and deeper, until a depth decides the game or time is up. */
function deepenRoot(
  board: SearchBoard,
  context: SearchContext,
  options: SearchOptions & { readonly reserve: number },
): SearchResult {
  const count = sortRoot(board);
  const last = count === 0 ? 0 : Math.min(options.depth ?? MAX_DEPTH, MAX_DEPTH);
  const clock = options.nodes === undefined ? context.timeLeft : undefined;
  let best: RootResult = { move: rootMoves[0]!, score: 0, moves: 0 };
  let depth = 0;
  let before = clock?.() ?? 0;
  while (depth < last && !engine.isStopped) {
    const found = searchRoot(board, context, count, depth + 1);
    if (found.moves > 0) best = found;
    if (found.moves < count) break;
    depth++;
    if (isWonOrLost(best.score)) break;
    if (clock === undefined) continue;
    const left = clock();
    if (count === 1 || left - options.reserve < (before - left) * WORTH_STARTING) break;
    before = left;
  }
  const line = count === 0 ? [] : lineFrom(board, best.move);
  return { move: DIRECTIONS[best.move]!, score: best.score, depth, nodes: engine.nodes, line };
}

interface RootResult {
  readonly move: number;
  readonly score: number;
  /** The moves that were searched to the end. */
  readonly moves: number;
}

/** Searches our moves to one depth, and puts the best in front. Proposes the best so far after each of them. */
function searchRoot(board: SearchBoard, { propose }: SearchContext, count: number, depth: number): RootResult {
  let [best, move, moves] = [-INFINITE, rootMoves[0]!, 0];
  engine.replies.fill(board, 0);
  const left = depth * TURN_DEPTH - engine.costOf(count, 0);
  for (; moves < count; moves++) {
    const tried = rootMoves[moves]!;
    let score = engine.searchMove(tried, left, best, moves === 0 ? INFINITE : best + 1);
    if (moves > 0 && score > best) score = engine.searchMove(tried, left, best, INFINITE);
    if (engine.isStopped) break;
    if (score > best) {
      best = score;
      move = tried;
    }
    propose?.(DIRECTIONS[move]!);
  }
  if (moves > 0) {
    putFirst(move);
    engine.keep(best, moves === count ? EXACT : AT_LEAST, moves === count ? depth * TURN_DEPTH : 0, move);
  }
  return { move, score: best, moves };
}

function putFirst(move: number): void {
  let place = rootMoves.indexOf(move);
  for (; place > 0; place--) rootMoves[place] = rootMoves[place - 1]!;
  rootMoves[0] = move;
}

/** The line that the table remembers. */
function lineFrom(board: SearchBoard, first: number): Direction[] {
  const line: Direction[] = [];
  let move = first;
  let reply = engine.replyTo(move);
  while (move < NO_HINT && line.length < MAX_DEPTH) {
    line.push(DIRECTIONS[move]!);
    const replies = engine.replies.fill(board, board.plies);
    const moves = engine.replies.moves[board.plies * 4 + (reply % replies)]!;
    moves[board.me] = move;
    makeTurn(board, moves);
    const place = board.alive[board.me] === 1 ? engine.find() : -1;
    move = place < 0 ? NO_HINT : table!.moveAt(place);
    reply = place < 0 ? 0 : table!.replyAt(place);
  }
  while (board.plies > 0) unmakeTurn(board);
  return line;
}
