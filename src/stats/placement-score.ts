/** Scores a place in a game. Called by the arena and the ratings for local games, and by the journal for live ones. */

/**
 * The places of a game by seat, from how long each snake lasted: 1 is the best. Snakes that lasted equally long share
 * the mean of their places.
 */
export function placesOf(lasted: readonly number[]): number[] {
  return lasted.map((mine) => {
    const better = lasted.filter((other) => other > mine).length;
    const equal = lasted.filter((other) => other === mine).length;
    return better + (equal + 1) / 2;
  });
}

/** The points of a place against another of the same game: 1 for the better one, ½ for equal places. */
export function pointsOf(place: number, other: number): number {
  if (place === other) return 0.5;
  return place < other ? 1 : 0;
}

/**
 * (n − place) / (n − 1): 1 for the first of n snakes, 0 for the last, even steps between. `undefined` for a snake that
 * played alone or whose place is unknown.
 */
export function placementScore(snakes: number, place: number | null): number | undefined {
  return snakes < 2 || place === null ? undefined : Math.min(1, Math.max(0, (snakes - place) / (snakes - 1)));
}
