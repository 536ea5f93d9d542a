/** Scores a rank in a game. Called by the arena and the ratings for local games, and by the journal for live ones. */

/**
 * The ranks of a game by seat, from how long each snake lasted: 1 is the best. Snakes that lasted equally long share
 * the mean of their ranks.
 */
export function ranksOf(lasted: readonly number[]): number[] {
  return lasted.map((mine) => {
    const better = lasted.filter((other) => other > mine).length;
    const equal = lasted.filter((other) => other === mine).length;
    return better + (equal + 1) / 2;
  });
}

/** The points of a rank against another of the same game: 1 for the better one, ½ for equal ranks. */
export function pointsOf(rank: number, other: number): number {
  if (rank === other) return 0.5;
  return rank < other ? 1 : 0;
}

/**
 * (n − rank) / (n − 1): 1 for the first of n snakes, 0 for the last, even steps between. `undefined` for a snake that
 * played alone or whose rank is unknown.
 */
export function rankScore(snakes: number, rank: number | null): number | undefined {
  return snakes < 2 || rank === null ? undefined : Math.min(1, Math.max(0, (snakes - rank) / (snakes - 1)));
}
