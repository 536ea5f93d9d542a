/** Where things lie in a plot: its range, the ticks of its axes, the points of a curve. Without a browser. */
import type { PlotColumn, PlotData } from './plot-data.js';

/** The room around the curves, in pixels: for the labels of the axes, and their titles above and below. */
const ROOM = { left: 52, right: 16, top: 28, bottom: 40 } as const;
/** About so far apart are ticks, in pixels. */
const TICK_DISTANCE = { x: 90, y: 45 } as const;
/** Part of the range that is left free above and below. */
const MARGIN = 0.04;

interface Tick {
  readonly at: number;
  readonly value: number;
}

export interface PlotScale {
  readonly box: { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly toX: (x: number) => number;
  readonly toY: (y: number) => number;
}

/** Lays out a plot of this size, in pixels. */
export function createPlotScale(data: PlotData, width: number, height: number): PlotScale {
  const box = { left: ROOM.left, right: width - ROOM.right, top: ROOM.top, bottom: height - ROOM.bottom };
  const [first, last] = xRange(data.xs);
  const [low, high] = yRange(data);
  const toX = (x: number): number => box.left + ((x - first) / (last - first)) * (box.right - box.left);
  const toY = (y: number): number => box.bottom - ((y - low) / (high - low)) * (box.bottom - box.top);
  const xValues = niceTicks(first, last, (box.right - box.left) / TICK_DISTANCE.x, STEPS[data.xKind]);
  const yValues = niceTicks(low, high, (box.bottom - box.top) / TICK_DISTANCE.y);
  return {
    box,
    toX,
    toY,
    xTicks: xValues.map((value) => ({ at: toX(value), value })),
    yTicks: yValues.map((value) => ({ at: toY(value), value })),
  };
}

function xRange(column: readonly number[]): [number, number] {
  const [first = 0, last = 1] = [column[0], column.at(-1)];
  return first === last ? [first - 1, last + 1] : [first, last];
}

/** What y always has, and what it has here; with a margin, but within its limits. */
function yRange({ curves, range, limits = [-Infinity, Infinity] }: PlotData): [number, number] {
  let [low, high] = range;
  for (const value of curves.flatMap((curve) => [...curve.y, ...(curve.low ?? []), ...(curve.high ?? [])])) {
    if (typeof value !== 'number') continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low === high) [low, high] = [low - 1, high + 1];
  const margin = (high - low) * MARGIN;
  return [Math.max(limits[0], low - margin), Math.min(limits[1], high + margin)];
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

/** Round values between two others, about `count` of them. `steps`, smallest first, are those that count as round. */
export function niceTicks(low: number, high: number, count: number, steps?: readonly number[]): number[] {
  const wanted = (high - low) / Math.max(1, count);
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

/** A curve as a list of points in SVG's notation. Where nothing is known it goes on straight. */
export function curvePoints({ toX, toY }: PlotScale, xs: readonly number[], ys: PlotColumn): string {
  return pointsOf(toX, toY, xs, ys).join(' ');
}

/** The area between two curves, as the corners of a polygon. */
export function bandPoints(
  { toX, toY }: PlotScale,
  xs: readonly number[],
  lows: PlotColumn,
  highs: PlotColumn,
): string {
  return [...pointsOf(toX, toY, xs, highs), ...pointsOf(toX, toY, xs, lows).toReversed()].join(' ');
}

function pointsOf(toX: PlotScale['toX'], toY: PlotScale['toY'], xs: readonly number[], ys: PlotColumn): string[] {
  return xs.flatMap((x, row) => {
    const y = ys[row];
    return typeof y === 'number' ? [`${toX(x).toFixed(1)},${toY(y).toFixed(1)}`] : [];
  });
}

/** The index of the x nearest to a distance from the left; `undefined` if there is none. */
export function nearestX({ toX }: PlotScale, xs: readonly number[], distance: number): number | undefined {
  let nearest: number | undefined;
  for (const [index, x] of xs.entries()) {
    if (nearest === undefined || Math.abs(toX(x) - distance) < Math.abs(toX(xs[nearest]!) - distance)) nearest = index;
  }
  return nearest;
}
