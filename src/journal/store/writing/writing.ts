/** A transaction that writes the events of a host: the state that its parts share. */
import type { GameRef } from '../../../wire/resources.js';
import { readRuns, runsKey, type GameRun, type RepeatedGame } from '../runs.js';
import type { Database } from '../tables.js';
import type { JudgedAnswer } from '../answer-fates.js';
import { deleteTurns, unpackTurns, type ChunkTurn } from '../packed-turns.js';

/** A game whose turns were unreadable at its end. It is closed without them. */
export interface UnreadableGame {
  readonly ref: GameRef;
  readonly id: string;
  readonly reason: string;
}

/** What should be logged of written events. */
export interface WrittenEvents {
  /** Games that were played again under the ids of a finished one. */
  readonly repeated: RepeatedGame[];
  readonly unreadable: UnreadableGame[];
  readonly judged: JudgedAnswer[];
}

export interface Writing extends WrittenEvents {
  readonly db: Database;
  /** Id of the host; empty for imported games. */
  readonly host: string;
  /** The current runs of all games of the events, by {@link runsKey}; the earliest first. */
  readonly runs: Map<string, GameRun[]>;
  /** Closed games that got turns, by the id of their run. */
  readonly closed: Map<string, GameRef>;
  /** Games that are new to the journal, with their start: their ends may have come before. */
  readonly begun: { readonly ref: GameRef; readonly startedAt: number }[];
}

export async function startWriting(db: Database, host: string, games: Iterable<GameRef>): Promise<Writing> {
  const runs = await readRuns(db, games);
  return { db, host, runs, closed: new Map(), begun: [], repeated: [], unreadable: [], judged: [] };
}

export function runsOf({ runs }: Writing, ref: GameRef): readonly GameRun[] {
  return runs.get(runsKey(ref)) ?? [];
}

export function noteRun({ runs }: Writing, ref: GameRef, run: GameRun): void {
  const others = (runs.get(runsKey(ref)) ?? []).filter(({ id }) => id !== run.id);
  runs.set(
    runsKey(ref),
    [...others, run].sort((a, b) => a.started_at - b.started_at || a.run - b.run),
  );
}

/** This host has the game of a run now: it continues, if it was closed as abandoned. `at`: since when, in ms. */
export async function takeRun(writing: Writing, ref: GameRef, run: GameRun, at: number): Promise<void> {
  const { db, host, closed } = writing;
  const open = { host, held_at: at, ended_at: null, result: null };
  await db.updateTable('games').set(open).where('id', '=', run.id).execute();
  noteRun(writing, ref, { ...run, ...open });
  closed.delete(run.id);
}

/** Deletes the row and the turns of a run. */
export async function deleteGame(db: Database, id: string): Promise<void> {
  await db.deleteFrom('games').where('id', '=', id).execute();
  await deleteTurns(db, id);
}

/**
 * The moment of the latest event of a run that is unfinished or abandoned, in ms since 1970. Read only when a second
 * host joins: storing it with every turn would cost as much as the turn. It may be in any chunk, since a chunk may span
 * the turns of another host.
 */
export async function findLastMoment(db: Database, { id, held_at: heldAt, ended_at: end }: GameRun): Promise<number> {
  let last = heldAt;
  if (end !== null) {
    const row = await db.selectFrom('games').select('packed').where('id', '=', id).executeTakeFirst();
    last = Math.max(last, lastMomentIn(row?.packed));
  }
  const chunks = db.selectFrom('chunks').where('game_id', '=', id);
  // One by one: the turns of a very long game do not fit in memory together.
  for (const { turn } of await chunks.select('turn').execute()) {
    const chunk = await chunks.select('packed').where('turn', '=', turn).executeTakeFirst();
    last = Math.max(last, lastMomentIn(chunk?.packed));
  }
  return last;
}

function lastMomentIn(packed: Uint8Array | null | undefined): number {
  if (packed === null || packed === undefined) return 0;
  try {
    return lastOf(unpackTurns(packed));
  } catch {
    // Reported when the game is closed.
    return 0;
  }
}

function lastOf(turns: readonly ChunkTurn[]): number {
  return turns.reduce((last, { facts }) => Math.max(last, facts.at), 0);
}
