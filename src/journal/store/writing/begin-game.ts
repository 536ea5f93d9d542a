/** Writes the beginning of a game: a new row, or its part of an existing row. Called by `write-events.ts`. */
import { sql, type Insertable } from 'kysely';
import { listedOn } from '../../../wire/fog.js';
import { parseRequest } from '../../../wire/reader.js';
import { type EventOf, gameIdOf } from '../../journal-event.js';
import { findRunBegun, isFinal, latestOf, type GameRun } from '../runs.js';
import { toStorable } from '../storable.js';
import type { GamesTable } from '../tables.js';
import { deleteGame, findLastMoment, noteRun, runsOf, takeRun, type Writing } from './writing.js';

type RowValues = Omit<Insertable<GamesTable>, 'id' | 'run' | 'host' | 'held_at'>;

interface SeenBeginning {
  readonly event: EventOf<'began'>;
  readonly turn: number;
  readonly values: RowValues;
}

/**
 * Begins a run of a game, or joins one. A host that begins its own run again on turn 0 replaces it. Every other request
 * joins its run: the hosts of a game write one after the other, in any order.
 */
export async function beginGame(writing: Writing, event: EventOf<'began'>): Promise<void> {
  const runs = runsOf(writing, event);
  const seen = { event, ...toRow(event) };
  const { turn } = seen;
  const run = findRunBegun(runs, { host: writing.host, at: event.at, turn });
  if (run === undefined) return insertRun(writing, seen, latestOf(runs));
  if (run.host !== writing.host) return joinRun(writing, seen, run);
  // The same event again: a host has begun its games again in a restored database.
  if (turn === 0 && run.started_at === event.at) return;
  if (turn === 0) return replaceRun(writing, seen, run);
  if (hasChangedSides(seen, run))
    await writing.db.updateTable('games').set({ share: 0 }).where('id', '=', run.id).execute();
  if (!isFinal(run.result)) await takeRun(writing, event, run, event.at);
}

/** Whether both sides of an experiment have played a game: it counts for neither. The undrawn base is in none. */
function hasChangedSides({ values }: SeenBeginning, { variant }: GameRun): boolean {
  return (variant === 'candidate') !== (values.variant === 'candidate');
}

async function insertRun(writing: Writing, seen: SeenBeginning, latest: GameRun | undefined): Promise<void> {
  const { event: ref } = seen;
  const run = (latest?.run ?? 0) + 1;
  const id = gameIdOf(ref, run);
  await insertRow(writing, seen, { id, run });
  writing.begun.push({ ref, startedAt: ref.at });
  if (latest !== undefined) writing.repeated.push({ ref, id, before: latest.id });
}

/** Deletes the stored part of a run, and begins it again. */
async function replaceRun(writing: Writing, seen: SeenBeginning, { id, run }: GameRun): Promise<void> {
  await deleteGame(writing.db, id);
  await insertRow(writing, seen, { id, run });
}

async function insertRow(
  writing: Writing,
  { event, turn, values }: SeenBeginning,
  key: Pick<GameRun, 'id' | 'run'>,
): Promise<void> {
  const { db, host } = writing;
  const { at } = event;
  await db
    .insertInto('games')
    .values({ ...values, ...key, host, held_at: at })
    .execute();
  const moments = { held_at: at, started_at: at, first_turn: turn, ended_at: null };
  noteRun(writing, event, { ...key, host, ...moments, result: null, variant: values.variant });
}

/** Merges another host's view of a run: how the game began, and who has it now. */
async function joinRun(writing: Writing, seen: SeenBeginning, run: GameRun): Promise<void> {
  const { event, turn, values } = seen;
  const isEarlier = turn < run.first_turn || (turn === run.first_turn && event.at < run.started_at);
  // A host that was stopped has its turns late.
  const startedAt = Math.min(event.at, run.started_at);
  const isMixed = hasChangedSides(seen, run);
  let joined = run;
  if (isEarlier || startedAt < run.started_at || isMixed) {
    const { ended_at: _, ...begun } = values;
    // A snake that was alone when another host closed the game has outlived the other snakes of its start.
    const place = isFinal(run.result) && values.snakes > 1 ? { place: sql<number>`coalesce(place, 1)` } : {};
    await writing.db
      .updateTable('games')
      .set({ ...(isEarlier && { ...begun, ...place }), ...(isMixed && { share: 0 }), started_at: startedAt })
      .where('id', '=', run.id)
      .execute();
    const { variant } = isEarlier ? values : run;
    joined = { ...run, first_turn: Math.min(turn, run.first_turn), started_at: startedAt, variant };
    noteRun(writing, event, joined);
  }
  if (isFinal(run.result)) return;
  if (event.at > (await findLastMoment(writing.db, run))) await takeRun(writing, event, joined, event.at);
}

function toRow({ at, body, player, imported, ...ref }: EventOf<'began'>): Pick<SeenBeginning, 'turn' | 'values'> {
  const { game, turn, board, you } = parseRequest(body);
  const { assignment } = player;
  const others = listedOn(board).filter((snake) => snake.id !== you.id);
  const values = {
    snake: ref.snake,
    game: toStorable(ref.game),
    you: toStorable(ref.you),
    started_at: at,
    ended_at: null,
    first_turn: turn,
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
    experiment: assignment?.experiment ?? '',
    variant: assignment?.variant ?? '',
    split: assignment?.split ?? 0,
    share: assignment?.share ?? assignment?.split ?? 0,
    sides: assignment?.sides ?? '',
    imported: imported === undefined ? '' : JSON.stringify(imported),
  };
  return { turn, values };
}
