/** Histograms of times: with them, a report computes percentiles over thousands of games without their turns. */
import type { Percentiles } from '../../views/report-lines.js';
import { addDuration, durationPercentile, type Histogram, type LogScale } from '../../stats/histogram.js';

/** The scale of all times in the database: buckets that are 6 % wide. Stored rows depend on it. */
export const TIME_SCALE: LogScale = { perDoubling: 12, unit: 1 };

export function addTiming(timings: Histogram, ms: number): void {
  addDuration(timings, TIME_SCALE, ms);
}

/** The median and the 99th percentile of a histogram. */
export function toPercentiles(timings: Readonly<Histogram>): Percentiles {
  const p50 = durationPercentile(timings, TIME_SCALE, 0.5);
  const p99 = durationPercentile(timings, TIME_SCALE, 0.99);
  return { ...(p50 !== undefined && { p50 }), ...(p99 !== undefined && { p99 }) };
}
