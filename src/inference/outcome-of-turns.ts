/** Infers how a game ended from all its requests, whichever hosts had them. Called by the journal. */
import { parseRequest } from '../wire/reader.js';
import type { SeatedPosition } from '../wire/to-position.js';
import { AliveTracker } from './alive-tracker.js';
import { gameOutcomeOf, type GameOutcome } from './game-outcome.js';

/**
 * The outcome that a host infers which has seen all of a game. Throws like {@link parseRequest} at a body that cannot
 * be read.
 *
 * @param turns the bodies on which the snake was asked for a move, in order.
 * @param body the `/end`.
 */
export function outcomeOfTurns(turns: Iterable<string>, body: string): GameOutcome {
  const seen = new AliveTracker();
  const end = parseRequest(body);
  let asked: SeatedPosition | undefined;
  for (const turn of turns) {
    const request = parseRequest(turn);
    // A turn beyond the end cannot be its engine's.
    if (request.turn <= end.turn) asked = seen.update(request, true);
  }
  return gameOutcomeOf({ asked, end, seen });
}
