/** A game of one of our snakes under one text: the same snake may be entered twice in a game, so it takes both ids. */

/** The length in front keeps apart what would run together: ids are any text. */
export function formatGameKey(game: string, you: string): string {
  return `${game.length}:${game}${you}`;
}

export function parseGameKey(key: string): { game: string; you: string } {
  const colon = key.indexOf(':');
  const end = colon + 1 + Number(key.slice(0, colon));
  return { game: key.slice(colon + 1, end), you: key.slice(end) };
}
