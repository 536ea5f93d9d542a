/** The data of a chart, its axes and its paths, in percent from the upper left corner. Needs no browser. */
import type { ComponentChildren } from 'preact';
import { formatThousands } from '../../../views/numbers.js';

export interface ChartPoint {
  readonly x: number;
  /** `null` is unbounded or unknown, as for `low` and `high`: lines go straight over it. Absent, it is a gap. */
  readonly y?: number | null | undefined;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** Drawn over the layers before it. */
export interface ChartLayer {
  readonly kind: 'band' | 'line' | 'bars';
  /** Classes of the style sheet. */
  readonly look: string;
  /** In the order of x. */
  readonly points: readonly ChartPoint[];
  /** Present if it is in the legend. */
  readonly name?: string;
  readonly fill?: string;
}

/** A sign over all layers, which keeps its size. */
interface ChartMark {
  readonly x: number;
  readonly y: number;
  readonly look: string;
  /** The data of a path around 0, 12 pixels wide. */
  readonly shape: string;
}

/** One plot of a chart. The panels share their x axis. */
export interface Panel {
  readonly title?: ComponentChildren;
  readonly layers: readonly ChartLayer[];
  readonly marks?: readonly ChartMark[];
  /** The least range of y; it grows with the data. */
  readonly range: readonly [number, number];
  /** Values beyond these are drawn at them. */
  readonly limits?: readonly [number, number] | undefined;
  readonly formatY: (y: number) => string;
  /** Dashed lines from the left to the right, with their names inside. */
  readonly levels?: readonly { readonly y: number; readonly name: string }[];
  /** In pixels. */
  readonly height?: number;
}

export interface ChartData {
  readonly panels: readonly Panel[];
  readonly xTitle?: string;
  /** Each x once, in order (default: as the points have them). */
  readonly xs?: readonly number[];
  /** Room at both ends, for bars. */
  readonly margin?: number;
  /** The names on the axis (default: round values). */
  readonly ticks?: readonly { readonly x: number; readonly name: string }[];
}

/** Curves in different colours and dashes, above the bands of their intervals. */
export function toCurves(
  curves: readonly { readonly name: string; readonly points: readonly ChartPoint[] }[],
): ChartLayer[] {
  const layers = curves.map(({ points }, index) => ({ look: `c${index + 1}`, points }));
  return [
    ...layers.map((layer): ChartLayer => ({ kind: 'band', ...layer })),
    ...layers.map((layer, index): ChartLayer => {
      const { name } = curves[index]!;
      return { kind: 'line', ...layer, ...(curves.length > 1 && { name }) };
    }),
  ];
}

export type XAxis = ReturnType<typeof createXAxis>;

export function createXAxis({ panels, margin, ...given }: ChartData) {
  const ofPoints = panels.flatMap(({ layers }) => layers.flatMap(({ points }) => points.map(({ x }) => x)));
  const xs = given.xs ?? [...new Set(ofPoints)].sort((one, other) => one - other);
  const room = margin ?? (xs.length === 1 ? 1 : 0);
  const [first, last] = [(xs[0] ?? 0) - room, (xs.at(-1) ?? 1) + room];
  const toX = (x: number): number => (100 * (x - first)) / (last - first);
  return {
    xs,
    // Counts have no fractions.
    ticks: given.ticks ?? niceTicks(first, last, 5, 1).map((x) => ({ x, name: formatThousands(x) })),
    toX,
    /** The x next to a share of the width; `undefined` if there is none. */
    nearest: (share: number): number | undefined =>
      xs.toSorted((one, other) => Math.abs(toX(one) - 100 * share) - Math.abs(toX(other) - 100 * share))[0],
  };
}

/** Part of the range that is left free above and below. */
const MARGIN = 0.04;

export function createYAxis({ layers, range, limits = [-Infinity, Infinity] }: Panel) {
  const clamp = (y: number): number => Math.min(limits[1], Math.max(limits[0], y));
  const ys = layers.flatMap(({ points }) => points.flatMap(({ y, low, high }) => [y, low, high]));
  const [least, most] = [...range, ...ys.filter((y) => typeof y === 'number')].reduce(
    ([low, high], y) => [Math.min(low, clamp(y)), Math.max(high, clamp(y))] as const,
    range,
  );
  const margin = most === least ? 1 : (most - least) * MARGIN;
  const [bottom, top] = [clamp(least - margin), clamp(most + margin)];
  return {
    limits,
    ticks: niceTicks(bottom, top, 4),
    /** Values beyond the limits lie on them. */
    toY: (y: number): number => 100 - (100 * (clamp(y) - bottom)) / (top - bottom),
  };
}

/** A layer as the data of a path. */
export function drawLayer(
  { kind, points }: ChartLayer,
  { toX }: XAxis,
  { toY, limits }: ReturnType<typeof createYAxis>,
): string {
  const write = (cells: readonly (readonly [x: number, y: number])[], end: string): string =>
    cells.length === 0 ? '' : `M${cells.map(([x, y]) => `${toX(x).toFixed(2)} ${toY(y).toFixed(2)}`).join('L')}${end}`;
  const parts = toStretches(points).map((stretch) => {
    if (kind === 'band') {
      const known = stretch.flatMap(({ x, y, low, high }) => {
        // An interval without an end leads to the limit.
        const ends = [low ?? limits[0], high ?? limits[1]] as const;
        const isKnown = [y, low, high].some((value) => typeof value === 'number');
        return isKnown && ends.every(isFinite) ? [{ x, ends }] : [];
      });
      const there = known.map(({ x, ends }) => [x, ends[1]] as const);
      return write([...there, ...known.toReversed().map(({ x, ends }) => [x, ends[0]] as const)], 'Z');
    }
    const known = stretch.flatMap(({ x, y }) => (typeof y === 'number' ? [[x, y] as const] : []));
    if (kind === 'bars')
      return known.map(([x, y]) => `M${toX(x - 0.4)} 100V${Math.min(99, toY(y))}H${toX(x + 0.4)}V100Z`).join('');
    // A line of one point has round ends alone: a dot.
    return write(known, known.length > 1 ? '' : points.length > 1 ? 'v0' : 'h0');
  });
  return parts.join('');
}

/** The points between the gaps. */
function toStretches(points: readonly ChartPoint[]): ChartPoint[][] {
  const stretches: ChartPoint[][] = [[]];
  for (const point of points) {
    if (point.y === undefined) stretches.push([]);
    else stretches.at(-1)!.push(point);
  }
  return stretches;
}

/** The x, and the values that the lines have there. */
export function describeValues({ panels, xTitle }: ChartData, at: number): string[] {
  const values = panels.flatMap(({ layers, formatY }) =>
    layers.flatMap(({ kind, points, name }) => {
      const { y, low, high } = points.find(({ x }) => x === at) ?? {};
      if (kind !== 'line' || typeof y !== 'number') return [];
      const interval = typeof low === 'number' && typeof high === 'number' && `(${formatY(low)} to ${formatY(high)})`;
      return [name, formatY(y), interval].filter(Boolean).join(' ');
    }),
  );
  return [`${formatThousands(at)} ${xTitle}`, ...values];
}

/** Round values between two others, about `count` of them, and at least `least` apart. */
export function niceTicks(low: number, high: number, count: number, least = 0): number[] {
  const step = Math.max(least, roundStep((high - low) / count));
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
