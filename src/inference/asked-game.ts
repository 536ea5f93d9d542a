/** A recorded game from the perspective of one snake, board by board. Used by `analyse` and the page. */
import { copyPosition, type Position } from '../rules/position.js';
import { seatOf } from '../rules/snakes.js';
import type { Direction } from '../rules/types.js';
import { parseRequest } from '../wire/reader.js';
import { playLastStep, seenSnakes } from './last-step.js';
import { replayGame } from './replay-game.js';

/** A game of the journal, or of a file. */
export interface AskedGame {
  /** Id of the snake. */
  readonly you: string;
  /** The turns on which the snake was asked, in order. */
  readonly list: readonly AskedTurn[];
  /** The body of `/end`, if one came. */
  readonly end?: string;
}

export interface AskedTurn {
  readonly turn: number;
  /** The request as it arrived. */
  readonly body: string;
  readonly answer: { readonly move: Direction };
}

/**
 * The boards of a game with the living snakes: one for each turn of `list`, and the one on which the snake is dead if
 * that is known. Throws like {@link parseRequest} if a body is unreadable.
 */
export function boardsOf({ list, end, you }: AskedGame): Position[] {
  const bodies = list.map(({ body }) => body);
  const boards = Array.from(replayGame(bodies), ({ position }) => copyPosition(position));
  const before = boards.at(-1);
  if (before === undefined || end === undefined) return boards;
  const after = playLastStep(before, seatOf(before, you), seenSnakes(parseRequest(end)));
  return after === undefined ? boards : [...boards, after];
}
