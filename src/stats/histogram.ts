/** Counts of sizes, such as durations, on a logarithmic scale: for percentiles over many games. */

/**
 * The resolution of a histogram. The bucket of a size is `perDoubling × log2(1 + size / unit)`, rounded: buckets are
 * about `unit` wide below `unit`, and far above it each is longer than the one before by a factor of 2^(1 /
 * perDoubling).
 */
export interface LogScale {
  /** Buckets from one size to its double. */
  readonly perDoubling: number;
  /** In the unit of the sizes. */
  readonly unit: number;
}

/** How many sizes fell into each bucket. Plain data: it is sent between processes and kept in files as JSON. */
export type Histogram = Record<number, number>;

/** Counts one size; a negative one counts as 0. */
export function addSize(histogram: Histogram, scale: LogScale, size: number): void {
  const bucket = bucketOf(size, scale);
  histogram[bucket] = (histogram[bucket] ?? 0) + 1;
}

/** The `share` quantile, exact to half a bucket; `undefined` for an empty histogram. */
export function sizePercentile(histogram: Readonly<Histogram>, scale: LogScale, share: number): number | undefined {
  const bucket = percentileBucket(histogram, share);
  return bucket === undefined ? undefined : sizeAt(bucket, scale);
}

/** A size that at least `share` of the counted ones do not exceed; `undefined` for an empty histogram. */
export function percentileBound(histogram: Readonly<Histogram>, scale: LogScale, share: number): number | undefined {
  const bucket = percentileBucket(histogram, share);
  return bucket === undefined ? undefined : sizeAt(bucket + 0.5, scale);
}

/**
 * The `share` quantile in the fewest digits that its bucket allows: a whole number that is alone in its bucket is
 * exact. `undefined` for an empty histogram.
 */
export function shortPercentile(histogram: Readonly<Histogram>, scale: LogScale, share: number): number | undefined {
  const bucket = percentileBucket(histogram, share);
  if (bucket === undefined) return undefined;
  const size = sizeAt(bucket, scale);
  const short = [1, 2, 3, 4, 5, 6].map((digits) => Number(size.toPrecision(digits)));
  return short.find((each) => bucketOf(each, scale) === bucket) ?? size;
}

function percentileBucket(histogram: Readonly<Histogram>, share: number): number | undefined {
  const total = Object.values(histogram).reduce((sum, count) => sum + count, 0);
  let left = Math.max(1, Math.ceil(share * total));
  // Keys that are whole numbers come in ascending order.
  for (const [bucket, count] of Object.entries(histogram)) {
    left -= count;
    if (left <= 0) return Number(bucket);
  }
  return undefined;
}

function bucketOf(size: number, { perDoubling, unit }: LogScale): number {
  return Math.round(perDoubling * Math.log2(1 + Math.max(0, size) / unit));
}

function sizeAt(bucket: number, { perDoubling, unit }: LogScale): number {
  return unit * (2 ** (bucket / perDoubling) - 1);
}

/** `3:12 4:250`: bucket and count. */
export function formatHistogram(histogram: Readonly<Histogram>): string {
  return Object.entries(histogram)
    .map(([bucket, count]) => `${bucket}:${count}`)
    .join(' ');
}

/** Adds the counts of a histogram that {@link formatHistogram} wrote. */
export function addFormatted(histogram: Histogram, text: string): void {
  let bucket = 0;
  let number = 0;
  // Character by character: this is most of the time that a report over many games takes.
  for (let index = 0; index <= text.length; index++) {
    const code = index < text.length ? text.charCodeAt(index) : 32;
    if (code === 58) {
      bucket = number;
      number = 0;
    } else if (code === 32) {
      if (number > 0) histogram[bucket] = (histogram[bucket] ?? 0) + number;
      number = 0;
    } else {
      number = number * 10 + code - 48;
    }
  }
}
