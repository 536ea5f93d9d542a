/**
 * The curve of scores, from a lost game to a won one. A strategy chooses the unit of its scores.
 *
 * It is not a chance of winning. The meaning of a score depends on the opponents and the turn, so a chance fitted to
 * other games would promise too much, and would change from week to week for the same score.
 */

/**
 * Scores as heights from 0, lost, to 1, won; 0.5 is even. Half of the scores lie within a quarter of the scale from
 * even, so that a found win does not flatten the rest. `undefined` where there is no score, and for all if fewer than
 * two are known.
 */
export function toScoreCurve(scores: readonly (number | undefined)[]): (number | undefined)[] | undefined {
  const known = scores.filter((score) => score !== undefined);
  if (known.length < 2) return undefined;
  const unit = median(known.map(Math.abs).filter((size) => size > 0)) || 1;
  return scores.map((score) => (score === undefined ? undefined : toHeight(score, unit)));
}

/** A score as a height from 0, lost, to 1, won; `unit` is the score at a quarter from even. */
export function toHeight(score: number, unit: number): number {
  return 1 / (1 + 3 ** (-score / unit));
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
