/** What a plot shows, and where it lies in the plot's box, in percent from its upper left corner. Without a browser. */

interface CurvePoint {
  readonly x: number;
  /** `null` is unbounded or unknown, as for `low` and `high`. */
  readonly y: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

export interface Curve {
  readonly name: string;
  /** In the order of x. */
  readonly points: readonly CurvePoint[];
  readonly hasBand?: boolean;
}

export interface PlotData {
  readonly curves: readonly Curve[];
  /** `time`: x is in ms since 1970. */
  readonly xKind: 'time' | 'count';
  readonly xTitle: string;
  readonly yTitle: string;
  /** What y always has; it grows with the data. */
  readonly range: readonly [number, number];
  /** Beyond these nothing is shown. */
  readonly limits?: readonly [number, number];
  readonly formatY: (y: number) => string;
  readonly marks?: readonly { readonly y: number; readonly name: string }[];
}

export interface PlotScale {
  /** Each x once, in order. */
  readonly xs: readonly number[];
  readonly xTicks: readonly number[];
  readonly yTicks: readonly number[];
  readonly toX: (x: number) => number;
  /** Values beyond the limits lie on them. */
  readonly toY: (y: number) => number;
  /** The x next to a share of the width; `undefined` if there is none. */
  readonly nearestX: (share: number) => number | undefined;
  /** A curve as the data of a path, straight over unknown values. */
  readonly line: (curve: Curve) => string;
  /** The area of its intervals. One without an end leads to the limit. */
  readonly band: (curve: Curve) => string;
}

/** Part of the range that is left free above and below. */
const MARGIN = 0.04;

export function createPlotScale({ curves, xKind, range, limits = [-Infinity, Infinity] }: PlotData): PlotScale {
  const all = curves.flatMap(({ points }) => points);
  const xs = [...new Set(all.map(({ x }) => x))].sort((one, other) => one - other);
  const isOne = xs.length === 1;
  const first = (xs[0] ?? 0) - (isOne ? 1 : 0);
  const last = (xs.at(-1) ?? 1) + (isOne ? 1 : 0);
  const clamp = (y: number): number => Math.min(limits[1], Math.max(limits[0], y));
  const ys = all.flatMap(({ y, low, high }) => [y, low, high]).filter((y) => typeof y === 'number');
  const [least, most] = [...range, ...ys].reduce(
    ([low, high], y) => [Math.min(low, clamp(y)), Math.max(high, clamp(y))] as const,
    range,
  );
  const margin = most === least ? 1 : (most - least) * MARGIN;
  const [bottom, top] = [clamp(least - margin), clamp(most + margin)];
  const toX = (x: number): number => (100 * (x - first)) / (last - first);
  const toY = (y: number): number => 100 - (100 * (clamp(y) - bottom)) / (top - bottom);
  const write = (points: readonly (readonly [x: number, y: number])[]): string =>
    points.map(([x, y]) => `${toX(x).toFixed(2)} ${toY(y).toFixed(2)}`).join('L');
  return {
    xs,
    xTicks: niceTicks(first, last, 5, STEPS[xKind]),
    yTicks: niceTicks(bottom, top, 4),
    toX,
    toY,
    nearestX: (share) =>
      xs.toSorted((one, other) => Math.abs(toX(one) - 100 * share) - Math.abs(toX(other) - 100 * share))[0],
    line({ points }) {
      const known = points.flatMap(({ x, y }) => (y === null ? [] : [[x, y] as const]));
      // A line of one point has round ends alone: a dot.
      return known.length === 0 ? '' : `M${write(known)}${known.length === 1 ? 'h0' : ''}`;
    },
    band({ points, hasBand = false }) {
      const known = points.flatMap(({ x, y, low, high }) => {
        const ends = [low ?? limits[0], high ?? limits[1]] as const;
        const isKnown = [y, low, high].some((value) => typeof value === 'number');
        return isKnown && ends.every(isFinite) ? [{ x, ends }] : [];
      });
      if (!hasBand || known.length === 0) return '';
      return `M${write([...known.map(({ x, ends }) => [x, ends[1]] as const), ...known.toReversed().map(({ x, ends }) => [x, ends[0]] as const)])}Z`;
    },
  };
}

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
/** The smallest steps that people count in: moments in ms, and things, of which there is no half. */
const STEPS = {
  time: [
    ...[1, 5, 15, 30].map((minutes) => minutes * MINUTE),
    ...[1, 3, 6, 12].map((hours) => hours * HOUR),
    ...[1, 2, 7, 14, 30, 90, 365].map((days) => days * DAY),
  ],
  count: [1],
} as const;

/** Round values between two others, about `count` of them. `steps` are the round ones, smallest first. */
export function niceTicks(low: number, high: number, count: number, steps?: readonly number[]): number[] {
  const wanted = (high - low) / count;
  const step = steps?.find((each) => each >= wanted) ?? roundStep(wanted);
  const ticks: number[] = [];
  for (let index = Math.ceil(low / step - 1e-9); index * step <= high + step * 1e-9; index++) {
    // A decimal step leaves crumbs behind the last digit.
    ticks.push(Number((index * step).toPrecision(12)));
  }
  return ticks;
}

/** The smallest of 1, 2 and 5 times a power of ten that is no smaller than `wanted`. */
function roundStep(wanted: number): number {
  const power = 10 ** Math.floor(Math.log10(wanted));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= wanted * (1 - 1e-9)) ?? 10);
}
