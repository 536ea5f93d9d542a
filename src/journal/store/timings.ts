/** Times of a game as counts, so that percentiles over thousands of games need none of their turns. */

/** Counts by bucket. A bucket is 6 % wide; the bucket of `ms` is `12 log2(1 + ms)`, rounded. */
export type Timings = Map<number, number>;

const PER_DOUBLING = 12;

export function addTiming(timings: Timings, ms: number): void {
  const bucket = Math.round(PER_DOUBLING * Math.log2(1 + Math.max(0, ms)));
  timings.set(bucket, (timings.get(bucket) ?? 0) + 1);
}

/** `3:12 4:250`: bucket and count. */
export function formatTimings(timings: Timings): string {
  return [...timings].map(([bucket, count]) => `${bucket}:${count}`).join(' ');
}

/** Adds what {@link formatTimings} wrote. */
export function mergeTimings(into: Timings, text: string): void {
  let bucket = 0;
  let number = 0;
  // By hand: this is most of the time that a report over many games takes.
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 32;
    if (code === 58) {
      bucket = number;
      number = 0;
    } else if (code === 32) {
      if (number > 0) into.set(bucket, (into.get(bucket) ?? 0) + number);
      number = 0;
    } else {
      number = number * 10 + code - 48;
    }
  }
}

/** The time in ms that a share of all does not exceed; nothing where there are none. */
export function percentile(timings: Timings, share: number): number | undefined {
  const total = [...timings.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return undefined;
  let left = Math.max(1, Math.ceil(share * total));
  for (const [bucket, count] of [...timings].sort(([a], [b]) => a - b)) {
    left -= count;
    if (left <= 0) return 2 ** (bucket / PER_DOUBLING) - 1;
  }
  return undefined;
}

/** Percentiles in ms; absent where nothing was measured. */
export interface Percentiles {
  readonly p50?: number;
  readonly p99?: number;
}

export function toPercentiles(timings: Timings): Percentiles {
  const p50 = percentile(timings, 0.5);
  const p99 = percentile(timings, 0.99);
  return { ...(p50 !== undefined && { p50 }), ...(p99 !== undefined && { p99 }) };
}
