/** Brings games of the platform into the journal. Called by `arena games`. */
import { messageOf, UsageError } from '../../errors.js';
import { fromFrames } from '../../importing/from-frames.js';
import { loadGame } from '../../importing/load-game.js';
import { SourceError, type SourceGame } from '../../importing/source-game.js';
import { toEvents } from '../../importing/to-events.js';
import type { ImportState } from '../../journal/import-game.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import type { PlatformGame, PlatformSnake } from '../../platform/answers.js';

/** States of games that are not over. Any other is tried: whether a game is over, its frames say. */
const NOT_OVER = /^(?:waiting|queued|enqueued|pending|created|scheduled|running|started|in[ _-]?progress)$/i;

export interface OwnGame {
  readonly game: PlatformGame;
  readonly snake: PlatformSnake;
  /** The prefix that it is kept under. */
  readonly prefix: string;
}

/** What came of it: the ids in the journal, one for each seat of the snake, or why there are none. */
export type ImportedGame =
  { readonly kept: readonly { readonly id: string; readonly state: ImportState }[] } | { readonly problem: string };

export function mayBeOver({ status }: PlatformGame): boolean {
  return !NOT_OVER.test(status);
}

/** Reads the game of the platform and keeps it, once for each seat of the snake. Never rejects because of the game. */
export async function importOwnGame(base: string, own: OwnGame, journal: SqlJournal): Promise<ImportedGame> {
  try {
    const { game, frames, from } = await loadGame({ base, id: own.game.id });
    const source = fromFrames(game, frames);
    const kept = [];
    for (const you of seatsOf(source, own)) {
      const { events } = toEvents(source, { you, snake: own.prefix, from, at: Date.now() });
      kept.push(await journal.importGame(events));
    }
    return { kept };
  } catch (thrown) {
    if (thrown instanceof SourceError || thrown instanceof UsageError) return { problem: thrown.message };
    throw new Error(`game ${own.game.id} cannot be kept: ${messageOf(thrown)}`, { cause: thrown });
  }
}

/** The ids of the snake's seats. Frames have only names, and a stranger's snake may have the same one. */
function seatsOf({ turns }: SourceGame, { game, snake }: OwnGame): string[] {
  const seats = turns[0].living.filter(({ name }) => name === snake.name).map(({ id }) => id);
  const expected = game.snakes.filter(({ id }) => id === snake.id).length;
  if (seats.length === 0) throw new SourceError(`has no snake "${snake.name}". Was it renamed since?`);
  if (seats.length === expected) return seats;
  throw new SourceError(
    `has several snakes "${snake.name}". Import it by hand: serpentarium import ${game.id} --you ID`,
  );
}
