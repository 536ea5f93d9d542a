/** Writes the end of a game. Called by `write-events.ts`. */
import { messageOf } from '../../../errors.js';
import type { GameRef } from '../../../wire/resources.js';
import type { EventOf } from '../../journal-event.js';
import { closeGame, closeWithoutTurns } from '../close-game.js';
import { isUnavailable } from '../../is-unavailable.js';
import { toStorableBody } from '../storable.js';
import { findRunPlayed, isFinal, type GameRun } from '../runs.js';
import { keepEarlyEnd } from './early-ends.js';
import { noteRun, runsOf, type Writing } from './writing.js';

/** A game whose turns could not be read when it ended. It is closed without them. */
export interface UnreadableGame {
  readonly ref: GameRef;
  readonly id: string;
  readonly reason: string;
}

/**
 * Closes the run of a game that this host plays, or keeps its end until the run arrives. A result that is known is
 * never replaced by “abandoned”, nor by an earlier one, nor by what a host says that did not know the game; and only
 * the host that has a game can abandon it.
 */
export async function endGame(writing: Writing, event: EventOf<'ended'>): Promise<UnreadableGame[]> {
  const { db, host } = writing;
  const run = findRunPlayed(runsOf(writing, event), host, event.at);
  if (run === undefined) await keepEarlyEnd(db, event);
  if (run === undefined || !counts(event, run, host)) return [];
  const { id, startedAt } = run;
  const ending = { ...event, body: event.body && toStorableBody(event.body) };
  const { result } = event.outcome;
  noteRun(writing, event, { ...run, host, endedAt: Math.max(event.at, startedAt), result });
  writing.closed.delete(id);
  if (run.host !== host) await db.updateTable('games').set({ host }).where('id', '=', id).execute();
  try {
    await closeGame(db, id, ending);
    return [];
  } catch (thrown) {
    if (isUnavailable(thrown)) throw thrown;
    await closeWithoutTurns(db, id, ending);
    return [{ ref: event, id, reason: messageOf(thrown) }];
  }
}

function counts({ at, outcome, saw }: EventOf<'ended'>, run: GameRun, host: string): boolean {
  if (outcome.result === 'abandoned') return !isFinal(run.result) && run.host === host;
  const knows = saw === undefined || saw[0] <= saw[1];
  return !isFinal(run.result) || (knows && at >= run.endedAt!);
}
