/** Finds games by a word that the user typed. Called by commands and the HTTP routes. */
import type { JournalReader } from './journal.js';
import type { GameRow } from './game-rows.js';

/** The word for the newest finished game. */
export const LAST = 'last';

/**
 * The games that match a word: {@link LAST}, an id of the journal, the first characters of one, or an engine's id.
 * Several if the word is ambiguous. `snake` is a prefix that selects one snake's games.
 */
export async function findGames(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  snake?: string,
): Promise<readonly GameRow[]> {
  if (word === LAST) return (await journal.listGames({ limit: 1, hasEnded: true, snake })).games;
  // Every id begins with ''.
  if (word === '') return [];
  const found = await journal.findIds(word);
  const exact = found.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  const played = found.filter((game) => game.snake === snake);
  return played.length > 0 ? played : found;
}
