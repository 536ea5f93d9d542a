/** Infers from the next request whether the engine used our last answer: engines do not say. Called by live games. */
import type { Used } from '../views/game-rows.js';
import { cellAt } from '../rules/cells.js';
import { isStepTo, straightOn } from '../rules/steps.js';
import { moveNumber, type Coordinate, type Direction } from '../rules/types.js';
import { parseLatency, type GameRequest } from '../wire/resources.js';
import { countsOneMore } from './final-turn.js';

/** The longest latency that an engine, which may be slow itself, can measure after a timeout, as a multiple of it. */
const MAX_TIMEOUT_SHARE = 2;
/** How much less than our time a latency may be, in ms: engines and hosts round. */
export const ROUNDING_MS = 2;

/** An answered turn, kept until the next request shows whether the answer was used. */
export interface LiveTurn {
  readonly turn: number;
  readonly move: Direction;
  /** The snake's head and neck when it was asked. */
  readonly head: Coordinate;
  readonly neck: Coordinate | undefined;
  /** Our duration, in ms. */
  readonly took: number;
}

/**
 * Whether the engine used the answer of the turn before; `undefined` if `request` is not the very next turn.
 *
 * `unknown` if the map has put the snake elsewhere: its neck is not where its head was. Else `no` if the head went
 * elsewhere. `yes` if it went as answered and would not have gone there without an answer, that
 * is straight on. Otherwise the move proves nothing, but the engine's latency may: `unlikely` if it is a timeout, `yes`
 * if it is less than that, and no less than our answer took.
 */
export function wasMoveUsed(last: LiveTurn, request: GameRequest): Used | undefined {
  if (request.turn !== last.turn + 1) return undefined;
  const { board, game, you } = request;
  const [before, after] = [cellOf(request, last.head), cellOf(request, you.body[0]!)];
  if (you.body.length > 1 && cellOf(request, you.body[1]!) !== before) return 'unknown';
  const neck = last.neck && cellOf(request, last.neck);
  // A step may cross the edge in every ruleset: a custom one may wrap as well.
  if (!isStepTo(board, true, before, moveNumber(last.move), after)) return 'no';
  if (!isStepTo(board, true, before, straightOn(board, before, neck), after)) return 'yes';
  if (isTimeout(you.latency, game.timeout)) return 'unlikely';
  return hasWaited(last.took, you.latency, game) ? 'yes' : 'unknown';
}

/**
 * The same for the last answer of a game, from its `/end`, which also shows the last step of a dead snake, however long
 * the game continued. `undefined` if the snake lies where it was asked, or elsewhere.
 */
export function wasLastMoveUsed(last: LiveTurn, end: GameRequest): Used | undefined {
  const [head, neck] = end.you.body;
  const before = cellOf(end, last.head);
  if (neck === undefined || cellOf(end, neck) !== before || cellOf(end, head!) === before) return undefined;
  return wasMoveUsed(last, { ...end, turn: last.turn + 1 });
}

/** Whether an engine has waited for our answer and no longer. After a timeout, some report 0; not the official one. */
function hasWaited(took: number, latency: string, game: GameRequest['game']): boolean {
  const ms = parseLatency(latency);
  return ms >= took - ROUNDING_MS && ms < game.timeout && (ms > 0 || countsOneMore(game));
}

/** Whether an engine gave up after this latency. One far beyond the timeout was not measured: engines do not wait. */
export function isTimeout(latency: string, timeout: number): boolean {
  const ms = parseLatency(latency);
  return ms >= timeout && ms <= MAX_TIMEOUT_SHARE * timeout;
}

/**
 * The latency of an answer in ms; `undefined` if the engine measured none. "0" counts only if the answer was certainly
 * used; otherwise it may mean a timeout, or no measurement.
 */
export function measuredLatency(latency: string, used: Used): number | undefined {
  const ms = parseLatency(latency);
  return ms > 0 || (ms === 0 && used === 'yes') ? ms : undefined;
}

function cellOf({ board }: GameRequest, { x, y }: Coordinate): number {
  return cellAt(board, x, y);
}
