/** The number of the final board, which an `/end` shows. Used for outcomes, replays and views of games. */
import type { Coordinate } from '../rules/types.js';
import type { GameRequest } from '../wire/resources.js';

/** The version that the official command-line engine reports. */
const COUNTS_ONE_MORE = 'cli';

/** The last board on which a snake was asked for a move. */
export interface LastAsked {
  readonly turn: number;
  /** The head of that snake. */
  readonly head: Coordinate | undefined;
}

/**
 * The turn of the board that an `/end` shows, as its engine numbers boards. The turn in the request itself is the
 * engine's count: the official command-line engine shows the boards 0 to 30, sends an `/end` with 31, and prints
 * "completed after 31 turns". Other engines send the number of the board.
 */
export function finalTurnOf(end: GameRequest, last: LastAsked | undefined): number {
  if (last !== undefined && end.turn <= last.turn + 1 && isBoardOf(last, end)) return last.turn;
  const counted = countsOneMore(end.game) ? 1 : 0;
  return Math.max(end.turn - counted, (last?.turn ?? -1) + 1);
}

/** Whether the engine of a game counts one turn more than the number of its final board. */
export function countsOneMore({ ruleset }: GameRequest['game']): boolean {
  return ruleset.version === COUNTS_ONE_MORE;
}

/** Whether the snake lives on the final board where it was asked: it was asked on that board. */
function isBoardOf({ head }: LastAsked, { board, you }: GameRequest): boolean {
  const after = board.snakes.find(({ id }) => id === you.id)?.body[0];
  return after !== undefined && after.x === head?.x && after.y === head.y;
}

/** The part of a move request that is needed to know the board of the `/end`. */
export function toLastAsked({ turn, you }: GameRequest): LastAsked {
  return { turn, head: you.body[0] };
}
