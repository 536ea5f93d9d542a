/** Replays a game from the requests that its snake received. Used for shadow counts, `replay` and `analyse`. */
import type { GameRequest } from '../wire/resources.js';
import { parseRequest } from '../wire/reader.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { AliveTracker } from './alive-tracker.js';
import { finalTurnOf, toLastAsked } from './final-turn.js';

/** The text of a request, or the parsed request. */
export type RequestBody = string | GameRequest;

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
export function* replayGame(turns: Iterable<RequestBody>, end?: RequestBody): Generator<ReplayStep, void, undefined> {
  const tracker = new AliveTracker();
  const { dead } = tracker;
  let last: GameRequest | undefined;
  for (const body of turns) {
    const next = toRequest(body);
    if (last !== undefined) yield { request: last, next, isEnd: false, ...tracker.update(last, true), dead };
    last = next;
  }
  const ending = end === undefined ? undefined : toEnd(toRequest(end), last);
  if (last !== undefined) yield { request: last, next: ending, isEnd: false, ...tracker.update(last, true), dead };
  if (ending === undefined) return;
  yield { request: ending, next: undefined, isEnd: true, ...tracker.update(ending, false), dead };
}

function toEnd(end: GameRequest, last: GameRequest | undefined): GameRequest {
  return { ...end, turn: finalTurnOf(end, last && toLastAsked(last)) };
}

function toRequest(body: RequestBody): GameRequest {
  return typeof body === 'string' ? parseRequest(body) : body;
}
