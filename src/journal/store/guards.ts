/** The stops of experiments' candidates, one per candidate: the latest state, whichever host it comes from. */
import type { EventOf } from '../journal-event.js';
import { toStorable } from './storable.js';
import type { Database } from './tables.js';

export async function writeGuard(db: Database, event: EventOf<'guarded'>): Promise<void> {
  const { snake, experiment, candidate, sides, at, guard } = event;
  const state = { sides, at, guard, reason: toStorable(event.reason) };
  await db
    .insertInto('guards')
    .values({ snake, experiment, candidate, ...state })
    .onConflict((conflict) =>
      conflict.columns(['snake', 'experiment', 'candidate']).doUpdateSet(state).where('guards.at', '<', at),
    )
    .execute();
}
