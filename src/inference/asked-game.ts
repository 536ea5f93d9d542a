/** A recorded game as one snake was asked in it, board by board. `analyse` and the page go through it. */
import { copyPosition, type Position } from '../rules/position.js';
import { seatOf } from '../rules/snakes.js';
import type { Direction } from '../rules/types.js';
import { parseRequest } from '../wire/reader.js';
import { playLastStep, seenIn } from './last-step.js';
import { replayGame } from './replay-game.js';

/** A game of the journal is one; one from a file is made one. */
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
 * The boards of a game with the living in play: one for each turn of `list`, and the one on which the snake is dead if
 * that is known. Throws like {@link parseRequest} at a body that cannot be read.
 */
export function boardsOf({ list, end, you }: AskedGame): Position[] {
  const bodies = list.map(({ body }) => body);
  const boards = Array.from(replayGame(bodies), ({ position }) => copyPosition(position));
  const before = boards.at(-1);
  if (before === undefined || end === undefined) return boards;
  const after = playLastStep(before, seatOf(before, you), seenIn(parseRequest(end)));
  return after === undefined ? boards : [...boards, after];
}
