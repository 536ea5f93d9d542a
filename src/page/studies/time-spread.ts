/** How times are spread, as the page plots them: the fine buckets of the journal, joined to bars. */
import { TIME_SCALE } from '../../journal/store/timings.js';
import { durationPercentile, type Histogram } from '../../stats/histogram.js';
import { BARS_PER_DOUBLING, type TimeSpread } from '../api/plots.js';

const BUCKETS_PER_BAR = TIME_SCALE.perDoubling / BARS_PER_DOUBLING;
const SHARES = { p50: 0.5, p90: 0.9, p99: 0.99, longest: 1 };

/** The bars of a histogram of the journal, and some of its percentiles. */
export function toTimeSpread(timings: Readonly<Histogram>): TimeSpread {
  const counts: number[] = [];
  for (const [bucket, count] of Object.entries(timings)) {
    const bar = Math.floor(Number(bucket) / BUCKETS_PER_BAR);
    while (counts.length <= bar) counts.push(0);
    counts[bar]! += count;
  }
  const bars = counts.map((count, bar) => ({ upTo: endOfBar(bar), count }));
  const known = Object.entries(SHARES).map(([name, share]) => [name, durationPercentile(timings, TIME_SCALE, share)]);
  return {
    count: counts.reduce((sum, count) => sum + count, 0),
    ...(bars.length > 0 && Object.fromEntries(known)),
    bars,
  };
}

function endOfBar(bar: number): number {
  return TIME_SCALE.unit * (2 ** (((bar + 1) * BUCKETS_PER_BAR - 0.5) / TIME_SCALE.perDoubling) - 1);
}
