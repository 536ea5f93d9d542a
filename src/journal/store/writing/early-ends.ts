/** Ends whose games the journal does not have yet: another host had the game, and has not delivered. */
import type { GameRef } from '../../../wire/resources.js';
import { NO_TURNS, type EventOf } from '../../journal-event.js';
import { gameIdOf } from '../game-id.js';
import { packText, unpackText } from '../packed-turns.js';
import { CLOCK_SKEW_MS } from '../runs.js';
import { toStorableBody } from '../storable.js';
import type { Database } from '../tables.js';

/** Most that are kept, the newest: anybody may send the end of a game that nobody has played. */
const MAX_ENDS = 10_000;
/** How long they are kept, in ms. */
const KEPT_MS = 7 * 24 * 60 * 60_000;

/** Keeps an end until its game arrives. Of two, the first. */
export async function keepEarlyEnd(db: Database, { body, at, ...event }: EventOf<'ended'>): Promise<void> {
  if (body === undefined) return;
  const values = { id: gameIdOf(event), at, packed: packText(toStorableBody(body)) };
  await db
    .insertInto('ends')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

/** The end that came before its game, if one did; it is taken out. `startedAt`: when the game began. */
export async function takeEarlyEnd(db: Database, ref: GameRef, startedAt: number): Promise<EventOf<'ended'>[]> {
  const { snake, game, you } = ref;
  const ends = await db.deleteFrom('ends').where('id', '=', gameIdOf(ref)).returning(['at', 'packed']).execute();
  return ends
    .filter(({ at }) => at >= startedAt - CLOCK_SKEW_MS)
    .map(({ at, packed }) => {
      const outcome = { result: 'loss' } as const;
      return { kind: 'ended', snake, game, you, at, body: unpackText(packed), outcome, saw: NO_TURNS };
    });
}

/** Deletes those whose games have not come. `now` in ms since 1970. */
export async function forgetEarlyEnds(db: Database, now: number): Promise<void> {
  const newest = db.selectFrom('ends').select('at').orderBy('at', 'desc').offset(MAX_ENDS).limit(1);
  await db
    .deleteFrom('ends')
    .where((eb) => eb.or([eb('at', '<', now - KEPT_MS), eb('at', '<=', newest)]))
    .execute();
}
