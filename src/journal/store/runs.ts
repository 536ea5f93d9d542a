/**
 * The runs of a game. Engines may play a game again under the same ids, and nothing that has ended is ever replaced:
 * the second run has a row of its own.
 */
import type { GameRef } from '../../wire/game-ref.js';
import { toStorable } from './storable.js';
import type { Database } from './tables.js';

/** The latest run of a game, which all its further events belong to. */
export interface LatestRun {
  readonly id: string;
  /** 1 is the first. */
  readonly run: number;
  /** Null while it is under way. */
  readonly result: string | null;
}

/** A game that was played again under the ids of one that had ended. */
export interface RepeatedGame {
  readonly ref: GameRef;
  /** Its own id, and the one of the run before. */
  readonly id: string;
  readonly before: string;
}

/** Finds the latest run of a game, if the journal has any. */
export function findLatestRun(db: Database, ref: GameRef): Promise<LatestRun | undefined> {
  const { snake, game, you } = toStoredRef(ref);
  return db
    .selectFrom('games')
    .select(['id', 'run', 'result'])
    .where('game', '=', game)
    .where('you', '=', you)
    .where('snake', '=', snake)
    .orderBy('run', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Whether a request for this turn begins another run. It does if the run is over; and from turn 0 also if the run was
 * abandoned, for it may have been any engine that went away.
 */
export function isOver({ result }: LatestRun, turn: number): boolean {
  return isFinal(result) || (result === 'abandoned' && turn === 0);
}

/** Whether a result is known to be the last word: an abandoned game may go on, or get its `/end` late. */
export function isFinal(result: string | null): boolean {
  return result !== null && result !== 'abandoned';
}

/** The ids as they are stored. */
export function toStoredRef({ snake, game, you }: GameRef): GameRef {
  return { snake, game: toStorable(game), you: toStorable(you) };
}
