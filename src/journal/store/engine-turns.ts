/** Counts the turns of games that an earlier release has closed as their engines did. Called by the migrations. */
import { sql, type Kysely } from 'kysely';
import { parseRequest } from '../../wire/reader.js';
import { unpackText } from './packed-turns.js';

/** Games that one statement changes. */
const MAX_GAMES = 200;

/** A game as it is migrated. */
interface EndedRow {
  readonly id: string;
  readonly turns: number;
  readonly ending: Uint8Array;
}

/** Sets the turns of every game with an `/end` to what that says. Imported games have none that an engine has sent. */
export async function readEngineTurns(db: Kysely<unknown>): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<EndedRow>`select id, turns, ending from games
      where ending is not null and imported = '' and id > ${after} order by id limit ${MAX_GAMES}`.execute(db);
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
    const counted = rows.map(({ id, turns, ending }) => ({ id, before: turns, turns: countedIn(ending) ?? turns }));
    const changed = counted.filter(({ before, turns }) => before !== turns);
    if (changed.length === 0) continue;
    const cases = changed.map(({ id, turns }) => sql`when ${id} then ${sql.lit(turns)}`);
    const ids = changed.map(({ id }) => sql`${id}`);
    await sql`update games set turns = case id ${sql.join(cases, sql` `)} end where id in (${sql.join(ids)})`.execute(
      db,
    );
  }
}

/** `undefined` if the body cannot be read: `journal check` will say so. */
function countedIn(ending: Uint8Array): number | undefined {
  try {
    return parseRequest(unpackText(ending)).turn;
  } catch {
    return undefined;
  }
}
