/** Finds the games that a user means by a word. Called by commands and the HTTP routes. */
import type { JournalReader } from './journal.js';
import type { GameRow } from './game-rows.js';

/** The word for the newest game that has ended. */
export const LAST = 'last';

/**
 * The games that a word may mean: {@link LAST}, an id of the journal, the first characters of one, or an engine's id.
 * More than one if the word is not enough. `snake` is the prefix of the snake that played, if it fits games of several.
 */
export async function findGames(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  snake?: string,
): Promise<readonly GameRow[]> {
  if (word === LAST) return (await journal.listGames({ limit: 1, hasEnded: true, snake })).games;
  // Every id begins with nothing.
  if (word === '') return [];
  const found = await journal.findIds(word);
  const exact = found.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  const played = found.filter((game) => game.snake === snake);
  return played.length > 0 ? played : found;
}
