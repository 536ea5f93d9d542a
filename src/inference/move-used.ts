/** Was our last answer used? The engine does not say, but the next request shows it. */
import { type Coordinate, DIRECTIONS, moveNumber, type Direction } from '../rules/types.js';
import { cellAt, stepOn } from '../rules/cells.js';
import type { GameRequest } from '../wire/resources.js';

/** Whether the engine used our answer; `unknown` where the next request does not tell. */
export const USES = ['yes', 'no', 'unknown'] as const;
export type Used = (typeof USES)[number];

/** What is kept of a turn until the next one judges it. */
export interface AnsweredTurn {
  readonly turn: number;
  readonly move: Direction;
  /** The snake's head and neck when it was asked. */
  readonly head: Coordinate;
  readonly neck: Coordinate | undefined;
  /** Our duration, in ms. */
  readonly took: number;
}

/**
 * `no` when the head stepped elsewhere. `yes` when it stepped as answered and the engine would not have done so by
 * itself: without an answer it repeats the snake's last move, `up` on the first turn. Else `unknown`, unless the engine
 * reports a latency that is a timeout. Nothing when `request` is not the turn after.
 */
export function wasMoveUsed(last: AnsweredTurn, request: GameRequest): Used | undefined {
  if (request.turn !== last.turn + 1) return undefined;
  const head = request.you.body[0]!;
  if (!leadsTo(request, last.head, last.move, head)) return 'no';
  if (!leadsTo(request, last.head, repeated(request, last), head)) return 'yes';
  return latencyOf(request) >= request.game.timeout ? 'no' : 'unknown';
}

/** The latency that the engine reports for the last turn, in ms; NaN where it tells none. */
export function latencyOf(request: GameRequest): number {
  const { latency } = request.you;
  return latency.trim() === '' ? Number.NaN : Number(latency);
}

/** The step that brought the head to where it was: what the engine repeats. */
function repeated(request: GameRequest, { head, neck }: AnsweredTurn): Direction {
  if (neck === undefined || (neck.x === head.x && neck.y === head.y)) return 'up';
  return DIRECTIONS.find((direction) => leadsTo(request, neck, direction, head)) ?? 'up';
}

/** Whether a step leads from one cell to the other; over the edge too, for it does so in some rulesets. */
function leadsTo({ board }: GameRequest, from: Coordinate, direction: Direction, to: Coordinate): boolean {
  const cell = cellAt(board, from.x, from.y);
  const target = cellAt(board, to.x, to.y);
  const move = moveNumber(direction);
  return stepOn(board, false, cell, move) === target || stepOn(board, true, cell, move) === target;
}
