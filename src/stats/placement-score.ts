/** What a game is worth, whoever the opponents were. */

/**
 * (n − place) / (n − 1): 1 for the first of `snakes`, 0 for the last; shared places are the mean of theirs. Nothing for
 * a snake that played alone, or whose place is not known.
 */
export function scoreOf(snakes: number, place: number | null): number | undefined {
  return snakes < 2 || place === null ? undefined : Math.min(1, Math.max(0, (snakes - place) / (snakes - 1)));
}
