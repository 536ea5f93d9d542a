/** Writes the end of a game. Called by `write-events.ts`. */
import { messageOf } from '../../../errors/errors.js';
import type { GameRef } from '../../../wire/resources.js';
import { NO_TURNS, type EventOf, gameIdOf } from '../../journal-event.js';
import { closeGame, closeWithoutTurns } from '../close-game.js';
import { isUnavailable } from '../../is-unavailable.js';
import { toStorableBody } from '../storable.js';
import { findRunPlayed, isFinal, MAX_DELAY_MS, type GameRun } from '../runs.js';
import { noteRun, runsOf, type Writing } from './writing.js';
import { packText, unpackText } from '../packed-turns.js';
import type { Database } from '../tables.js';

/**
 * Closes the run of a game that this host plays, or keeps its end until the run arrives. A known result is never
 * replaced by “abandoned”, nor by an earlier one, nor by the report of a host that did not know the game; and only the
 * host that has a game can abandon it.
 */
export async function endGame(writing: Writing, event: EventOf<'ended'>): Promise<void> {
  const { db, host } = writing;
  const run = findRunPlayed(runsOf(writing, event), host, event.at);
  if (run === undefined) await keepEarlyEnd(db, event);
  if (run === undefined || !counts(event, run, host)) return;
  const { id, started_at: startedAt } = run;
  const ending = { ...event, body: event.body && toStorableBody(event.body) };
  const { result } = event.outcome;
  noteRun(writing, event, { ...run, host, ended_at: Math.max(event.at, startedAt), result });
  writing.closed.delete(id);
  if (run.host !== host) await db.updateTable('games').set({ host }).where('id', '=', id).execute();
  try {
    writing.judged.push(...(await closeGame(db, id, ending)));
  } catch (thrown) {
    if (isUnavailable(thrown)) throw thrown;
    await closeWithoutTurns(db, id, ending);
    writing.unreadable.push({ ref: event, id, reason: messageOf(thrown) });
  }
}

function counts({ at, outcome, saw }: EventOf<'ended'>, run: GameRun, host: string): boolean {
  if (outcome.result === 'abandoned') return !isFinal(run.result) && run.host === host;
  const knows = saw === undefined || saw[0] <= saw[1];
  return !isFinal(run.result) || (knows && at >= run.ended_at!);
}

/** Most ends that are kept, the newest: anyone may send the end of a game that was never played. */
const MAX_ENDS = 10_000;
/** How long they are kept, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Keeps an end until its game arrives; of two ends, the first. */
async function keepEarlyEnd(db: Database, { body, at, ...event }: EventOf<'ended'>): Promise<void> {
  if (body === undefined) return;
  const values = { id: gameIdOf(event), at, packed: packText(toStorableBody(body)) };
  await db
    .insertInto('ends')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** Removes and returns the end that arrived before its game, if any. `startedAt`: when the game began. */
export async function takeEarlyEnd(db: Database, ref: GameRef, startedAt: number): Promise<EventOf<'ended'>[]> {
  const { snake, game, you } = ref;
  const ends = await db.deleteFrom('ends').where('id', '=', gameIdOf(ref)).returning(['at', 'packed']).execute();
  return ends
    .filter(({ at }) => at >= startedAt - MAX_DELAY_MS)
    .map(({ at, packed }) => {
      const outcome = { result: 'unknown' } as const;
      return { kind: 'ended', snake, game, you, at, body: unpackText(packed), outcome, saw: NO_TURNS };
    });
}

/** Deletes ends whose games have not come. `now` in ms since 1970. */
export async function forgetEarlyEnds(db: Database, now: number): Promise<void> {
  const newest = db.selectFrom('ends').select('at').orderBy('at', 'desc').offset(MAX_ENDS).limit(1);
  await db
    .deleteFrom('ends')
    .where((eb) => eb.or([eb('at', '<', now - KEPT_MS), eb('at', '<=', newest)]))
    .execute();
}
