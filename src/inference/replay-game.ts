/** Replays a game from the requests that its snake received. For shadow counts, `replay`, `analyse` and the page. */
import type { GameRequest } from '../wire/resources.js';
import { isFogged } from '../wire/fog.js';
import { parseRequest } from '../wire/reader.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { AliveTracker } from './alive-tracker.js';
import { finalTurnOf, toLastAsked } from './final-turn.js';
import { copyPosition, type Position } from '../rules/position.js';
import { seatOf } from '../rules/snakes.js';
import type { Direction } from '../rules/types.js';
import { playLastStep, seenSnakes } from './last-step.js';

/** One request of a replayed game. Its position is valid until the next one is drawn from the generator. */
export interface ReplayStep extends SeatedPosition {
  /** Here, the end has the number of its board, whatever its engine has sent: see {@link finalTurnOf}. */
  readonly request: GameRequest;
  /** The next request; after the last turn the end, if there is one. */
  readonly next: GameRequest | undefined;
  /** Whether this is the end of the game, on which the snake is not asked for a move. */
  readonly isEnd: boolean;
  /** The ids of the snakes known to be dead by now. */
  readonly dead: ReadonlySet<string>;
}

/**
 * Yields the turns of a game, and then its end if there is one, with only the living snakes. The end has the number of
 * the last turn if it shows that board again. At most two requests are parsed at a time. Throws like {@link
 * parseRequest} if a body is unreadable.
 *
 * @param turns the bodies on which the snake was asked for a move, in order.
 */
export function* replayGame(turns: Iterable<string>, end?: string): Generator<ReplayStep, void, undefined> {
  const tracker = new AliveTracker();
  const { dead } = tracker;
  let last: GameRequest | undefined;
  for (const body of turns) {
    const next = parseRequest(body);
    if (last !== undefined) yield { request: last, next, isEnd: false, ...tracker.update(last, true), dead };
    last = next;
  }
  const ending = end === undefined ? undefined : toEnd(parseRequest(end), last);
  if (last !== undefined) yield { request: last, next: ending, isEnd: false, ...tracker.update(last, true), dead };
  if (ending === undefined) return;
  yield { request: ending, next: undefined, isEnd: true, ...tracker.update(ending, false), dead };
}

function toEnd(end: GameRequest, last: GameRequest | undefined): GameRequest {
  return { ...end, turn: finalTurnOf(end, last && toLastAsked(last)) };
}

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
  /** Without a move if a file does not show it. */
  readonly answer: { readonly move?: Direction };
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
  const request = parseRequest(end);
  const after = playLastStep(before, seatOf(before, you), seenSnakes(request), isFogged(request));
  return after === undefined ? boards : [...boards, after];
}
