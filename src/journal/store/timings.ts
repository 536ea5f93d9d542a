/** Histograms of times: with them, a report computes percentiles over thousands of games without their turns. */
import type { TimeSpread } from '../../page/api/plots.js';
import { addDuration, durationPercentile, type Histogram, type LogScale } from '../../stats/histogram.js';

/** The scale of all times in the database: buckets that are 6 % wide. Rows that were written before depend on it. */
const SCALE: LogScale = { perDoubling: 12, unit: 1 };

/** Counts one time, in ms. */
export function addTiming(timings: Histogram, ms: number): void {
  addDuration(timings, SCALE, ms);
}

/** Percentiles in ms; absent if nothing was measured. */
export interface Percentiles {
  readonly p50?: number;
  readonly p99?: number;
}

/** Buckets in one bar: a bar is 41 % wide. A year would have 70. */
const BUCKETS_PER_BAR = 6;

/** How the times of a histogram are spread. */
export function toSpread(timings: Readonly<Histogram>): TimeSpread {
  const counts: number[] = [];
  for (const [bucket, count] of Object.entries(timings)) {
    const bar = Math.floor(Number(bucket) / BUCKETS_PER_BAR);
    while (counts.length <= bar) counts.push(0);
    counts[bar]! += count;
  }
  const bars = counts.map((count, bar) => ({ upTo: endOfBar(bar), count }));
  const shares = { p50: 0.5, p90: 0.9, p99: 0.99, longest: 1 };
  const known = Object.entries(shares).map(([name, share]) => [name, durationPercentile(timings, SCALE, share)]);
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    ...(bars.length > 0 && Object.fromEntries(known)),
    bars,
  };
}

function endOfBar(bar: number): number {
  return SCALE.unit * (2 ** (((bar + 1) * BUCKETS_PER_BAR - 0.5) / SCALE.perDoubling) - 1);
}

/** The median and the 99th percentile of a histogram. */
export function toPercentiles(timings: Readonly<Histogram>): Percentiles {
  const p50 = durationPercentile(timings, SCALE, 0.5);
  const p99 = durationPercentile(timings, SCALE, 0.99);
  return { ...(p50 !== undefined && { p50 }), ...(p99 !== undefined && { p99 }) };
}
