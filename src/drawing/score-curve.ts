/**
 * The curve of scores, from a game that is lost to one that is won. A strategy chooses the unit of its scores.
 *
 * It is no chance to win. What a score says of the result depends on the opponents and on the turn, so a chance that is
 * fitted to other games would promise more than is known, and would be another one for the same score a week later.
 */

/**
 * Scores as heights from 0, lost, to 1, won; 0.5 is even. Half of the scores are no further from even than a quarter of
 * the scale, so that a win that is found takes no room from the rest. `undefined` where there is no score, and for all
 * if fewer than two are known.
 */
export function toScoreCurve(scores: readonly (number | undefined)[]): (number | undefined)[] | undefined {
  const known = scores.filter((score) => score !== undefined);
  if (known.length < 2) return undefined;
  const unit = median(known.map(Math.abs).filter((size) => size > 0)) || 1;
  return scores.map((score) => (score === undefined ? undefined : toHeight(score, unit)));
}

/** A score as a height from 0, lost, to 1, won, if `unit` is a quarter of that away from even. */
export function toHeight(score: number, unit: number): number {
  return 1 / (1 + 3 ** (-score / unit));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
