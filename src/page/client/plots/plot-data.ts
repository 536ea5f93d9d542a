/** What a plot shows, as plain data: curves with bands, joined to one table. */

/** One point of a curve; `null` is unbounded or unknown. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number | null;
  readonly low?: number | null;
  readonly high?: number | null;
}

/** A curve before it is joined with the others. */
export interface Curve {
  readonly name: string;
  /** In the order of x. */
  readonly points: readonly PlotPoint[];
  /** Whether the points have an interval. */
  readonly hasBand?: boolean;
}

/** A line across the plot with its name. */
export interface PlotMark {
  readonly y: number;
  readonly name: string;
}

/** How a plot is laid out. */
export interface PlotLayout {
  /** `time`: x is in ms since 1970. */
  readonly xKind: 'time' | 'count';
  readonly xTitle: string;
  readonly yTitle: string;
  /** What y always has; it grows with the data. */
  readonly range: readonly [number, number];
  /** Beyond these nothing is shown. */
  readonly limits?: readonly [number, number];
  readonly formatY: (y: number) => string;
  readonly marks?: readonly PlotMark[];
}

/** A plot, ready to be drawn. */
export interface PlotData extends PlotLayout {
  readonly curves: readonly { readonly name: string; readonly hasBand: boolean }[];
  /** Columns: x, then for each curve y, and low and high if it has a band. */
  readonly table: [number[], ...(number | null | undefined)[][]];
}

/** Joins curves whose points lie at different x to one table. */
export function joinCurves(curves: readonly Curve[], layout: PlotLayout): PlotData {
  const scale = layout.xKind === 'time' ? 1000 : 1;
  const all = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x / scale)))].sort((a, b) => a - b);
  const columns = curves.flatMap(({ points, hasBand = false }) => {
    const byX = new Map(points.map((point) => [point.x / scale, point]));
    const column = (key: 'y' | 'low' | 'high') =>
      all.map((x) => {
        const value = byX.get(x)?.[key];
        return typeof value === 'number' ? clampTo(value, layout.limits) : byX.has(x) ? endOf(key, layout) : undefined;
      });
    return hasBand ? [column('y'), column('low'), column('high')] : [column('y')];
  });
  return {
    ...layout,
    curves: curves.map(({ name, hasBand = false }) => ({ name, hasBand })),
    table: [all, ...columns],
  };
}

/** Where an interval goes on this side if it has no end. */
function endOf(key: 'y' | 'low' | 'high', { limits }: PlotLayout): number | null {
  if (limits === undefined || key === 'y') return null;
  return key === 'low' ? limits[0] : limits[1];
}

function clampTo(value: number, limits: PlotLayout['limits']): number {
  return limits === undefined ? value : Math.min(limits[1], Math.max(limits[0], value));
}
