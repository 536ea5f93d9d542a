/**
 * One string for one of our snakes in one game. It takes both ids, because the same snake may play twice in a game.
 * Made by `MountedSnake`, read back where a runner's events become a snake's.
 */

/** Joins the ids. The length in front keeps them apart: ids may contain anything. */
export function formatGameKey(game: string, you: string): string {
  return `${game.length}:${game}${you}`;
}

/** The ids of a key that {@link formatGameKey} made. */
export function parseGameKey(key: string): { game: string; you: string } {
  const colon = key.indexOf(':');
  const end = colon + 1 + Number(key.slice(0, colon));
  return { game: key.slice(colon + 1, end), you: key.slice(end) };
}
