/** Finds the game that an address names. Called by the routes of the journal and of the page. */
import { findGames } from '../../journal/find-game.js';
import type { JournalReader } from '../../journal/journal.js';
import type { GameRow } from '../../journal/game-rows.js';
import { HttpError } from '../http-error.js';

/** The one game that a word means: see `findGames`. Throws a 404 if there is none, and a 400 if there are several. */
export async function findOneGame(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  snake?: string,
): Promise<GameRow> {
  const [found, ...others] = await findGames(journal, word, { snake });
  if (found === undefined) throw unknownGame(word);
  if (others.length === 0) return found;
  const ids = [found, ...others].map((game) => `${game.id} (${game.snake})`);
  throw new HttpError(400, 'ambiguous_game', `"${word}" could be ${ids.join(' or ')}`);
}

/** A 404: the journal has no such game. */
export function unknownGame(word: string): HttpError {
  return new HttpError(404, 'unknown_game', `the journal has no game "${word}". /api/games lists all games.`);
}
