/** Finds the games that a user means by a word. Called by `replay`, `autopsy` and the HTTP routes. */
import type { JournalReader } from './journal.js';
import type { GameRow } from './game-rows.js';

/** The word for the newest game that has ended. */
export const LAST = 'last';

/** What narrows a word down. */
export interface WantedGame {
  /** The game as this snake played it, if the word fits games of several snakes. */
  readonly snake?: string | undefined;
  /** {@link LAST} is the newest game in which the snake died. */
  readonly hasCause?: true | undefined;
}

/**
 * The games that a word may mean: {@link LAST}, an id of the journal, the first characters of one, or an engine's id.
 * More than one if the word is not enough.
 */
export async function findGames(
  journal: Pick<JournalReader, 'listGames' | 'findIds'>,
  word: string,
  { snake, hasCause }: WantedGame = {},
): Promise<readonly GameRow[]> {
  if (word === LAST) {
    const newest = { limit: 1, hasEnded: true, hasCause };
    const { games } = await journal.listGames({ ...newest, snake });
    return games.length > 0 || snake === undefined ? games : (await journal.listGames(newest)).games;
  }
  const found = await journal.findIds(word);
  const exact = found.filter(({ id }) => id === word);
  if (exact.length > 0) return exact;
  const played = found.filter((game) => game.snake === snake);
  return played.length > 0 ? played : found;
}
