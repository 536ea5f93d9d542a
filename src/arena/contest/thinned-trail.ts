/** A measurement over the pairs of a contest, thinned out to a bounded number of points. */

export interface ThinnedTrail<Point> {
  /** Pairs between two points. */
  readonly every: number;
  readonly points: readonly Point[];
}

export const MAX_TRAIL = 400;

/**
 * Adds the result of `measure` to the trail if a point is due after this many pairs. Above {@link MAX_TRAIL} points,
 * every other one is removed.
 */
export function addToTrail<Point>(
  trail: ThinnedTrail<Point>,
  pairs: number,
  measure: () => Point,
): ThinnedTrail<Point> {
  const { every, points } = trail;
  if (pairs % every !== 0) return trail;
  const longer = [...points, measure()];
  if (longer.length <= MAX_TRAIL) return { every, points: longer };
  return { every: 2 * every, points: longer.filter((_, index) => index % 2 === 0) };
}
