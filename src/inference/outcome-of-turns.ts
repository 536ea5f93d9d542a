/** Infers how a game ended from all its requests, whichever hosts had them. Called by the journal. */
import { parseRequest } from '../wire/reader.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { AliveTracker, livingPosition } from './alive-tracker.js';
import { gameOutcomeOf, type GameOutcome } from './game-outcome.js';

/**
 * The outcome that a host infers which has seen all of a game. Without any turn, only its result and length. Throws
 * like {@link parseRequest} at a body that cannot be read.
 *
 * @param turns the bodies on which the snake was asked for a move, in order.
 * @param end the body of `/end`.
 */
export function outcomeOfTurns(turns: Iterable<string>, end: string): GameOutcome {
  const tracker = new AliveTracker();
  const last = { end: parseRequest(end), dead: tracker.dead };
  let asked: SeatedPosition | undefined;
  for (const body of turns) {
    const request = parseRequest(body);
    // A turn beyond the end cannot be its engine's.
    if (request.turn <= last.end.turn) asked = tracker.update(request, true);
  }
  if (asked !== undefined) return gameOutcomeOf({ ...last, asked });
  const { result } = gameOutcomeOf({ ...last, asked: livingPosition(last.end, last.dead, false) });
  return { result, turns: last.end.turn };
}
