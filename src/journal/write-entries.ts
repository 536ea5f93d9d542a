/** Entries on their way into the tables. Called with many at once, inside of one transaction. */
import type { Insertable } from 'kysely';
import type { Entry, GameRef } from '../wire/entry.js';
import { readRequest } from '../wire/reader.js';
import { closeGame } from './close-game.js';
import { gameIdOf } from './game-id.js';
import { MAX_ROWS, type Database, type GamesTable, type TurnsTable } from './tables.js';

type Began = Extract<Entry, { kind: 'began' }>;

/** Writes them in their order. */
export async function writeEntries(db: Database, entries: readonly Entry[]): Promise<void> {
  /** The rows not written yet; of a turn that came twice, the later one. */
  const rows = new Map<string, TurnsTable>();
  const flush = async () => {
    await writeTurns(db, [...rows.values()]);
    rows.clear();
  };
  for (const entry of entries) {
    const id = gameIdOf(entry);
    switch (entry.kind) {
      case 'turn':
        rows.set(`${id} ${entry.facts.turn}`, {
          game_id: id,
          turn: entry.facts.turn,
          facts: JSON.stringify(entry.facts),
          body: entry.body,
        });
        break;
      case 'began':
        await flush();
        await beginGame(db, id, entry);
        break;
      case 'ended':
        await flush();
        await closeGame(db, id, entry);
        break;
    }
  }
  await flush();
}

async function writeTurns(db: Database, rows: readonly TurnsTable[]): Promise<void> {
  for (let from = 0; from < rows.length; from += MAX_ROWS) {
    await db
      .insertInto('turns')
      .values(rows.slice(from, from + MAX_ROWS))
      .onConflict((conflict) =>
        conflict
          .columns(['game_id', 'turn'])
          .doUpdateSet((set) => ({ facts: set.ref('excluded.facts'), body: set.ref('excluded.body') })),
      )
      .execute();
  }
}

/**
 * From turn 0 a game begins, and replaces what an earlier run of it left. Later on it goes on: the process that played it
 * has been replaced meanwhile, and what it wrote is kept.
 */
async function beginGame(db: Database, id: string, entry: Began): Promise<void> {
  const row = toRow(id, entry);
  if (row.turn === 0) {
    await db.deleteFrom('games').where('id', '=', id).execute();
    await db.deleteFrom('turns').where('game_id', '=', id).execute();
  }
  await db
    .insertInto('games')
    .values(row.values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ ended_at: null, result: null }))
    .execute();
}

function toRow(id: string, { at, body, player, ...ref }: Began): { turn: number; values: Insertable<GamesTable> } {
  const { game, turn, board, you } = readRequest(JSON.parse(body));
  const { trial } = player;
  const others = board.snakes.filter((snake) => snake.id !== you.id);
  const values = {
    id,
    ...toRef(ref),
    started_at: at,
    ended_at: null,
    ruleset: toStorable(game.ruleset.name),
    map: toStorable(game.map),
    source: toStorable(game.source),
    width: board.width,
    height: board.height,
    snakes: others.length + 1,
    opponents: JSON.stringify(others.map(({ name }) => name)),
    strategy: player.strategy,
    hash: player.hash,
    version: toStorable(player.version),
    options: JSON.stringify(player.options),
    experiment: trial?.experiment ?? '',
    variant: trial?.variant ?? '',
    split: trial?.split ?? 0,
  };
  return { turn, values };
}

function toRef({ snake, game, you }: GameRef): GameRef {
  return { snake, game: toStorable(game), you: toStorable(you) };
}

/** A text with a NUL is refused by PostgreSQL. */
function toStorable(text: string): string {
  return text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
}
