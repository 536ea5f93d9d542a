/** How long answers took: many durations in a few numbers, for percentiles. */

/** Steps on a logarithmic scale and how often each was met: the key of a step is its number. */
export type Durations = Readonly<Record<string, number>>;

/** Steps from one duration to its double: each is 9 % longer than the one before. */
const STEPS = 8;
/** The shortest that is told from nothing, in ms. */
const SHORTEST = 0.001;

/** The step of a duration in ms. */
export function stepOf(ms: number): number {
  return Math.round(STEPS * Math.log2(Math.max(ms, SHORTEST) / SHORTEST));
}

export function mergeDurations(one: Durations, other: Durations): Durations {
  const merged: Record<string, number> = { ...one };
  for (const [step, count] of Object.entries(other)) merged[step] = (merged[step] ?? 0) + count;
  return merged;
}

/** The duration in ms that a share of all are no longer than, to within half a step; 0 where there are none. */
export function durationPercentile(durations: Durations, share: number): number {
  const steps = Object.entries(durations).sort(([one], [other]) => Number(one) - Number(other));
  let left = share * steps.reduce((sum, [, count]) => sum + count, 0);
  for (const [step, count] of steps) if ((left -= count) <= 0) return SHORTEST * 2 ** (Number(step) / STEPS);
  return 0;
}
