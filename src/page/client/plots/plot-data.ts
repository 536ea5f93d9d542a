/** What a plot shows, as plain data: curves with bands over one list of x. */

interface Curve {
  readonly name: string;
  /** In the order of x. `null` is unbounded or unknown. */
  readonly points: readonly {
    readonly x: number;
    readonly y: number | null;
    readonly low?: number | null;
    readonly high?: number | null;
  }[];
  readonly hasBand?: boolean;
}

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
  readonly marks?: readonly { readonly y: number; readonly name: string }[];
}

/** Values in the order of x; `undefined` where a curve has no point. */
export type PlotColumn = readonly (number | null | undefined)[];

export interface PlotData extends PlotLayout {
  readonly xs: readonly number[];
  /** `low` and `high` if it has a band. */
  readonly curves: readonly {
    readonly name: string;
    readonly y: PlotColumn;
    readonly low?: PlotColumn;
    readonly high?: PlotColumn;
  }[];
}

export function joinCurves(curves: readonly Curve[], layout: PlotLayout): PlotData {
  const xs = [...new Set(curves.flatMap(({ points }) => points.map(({ x }) => x)))].sort((a, b) => a - b);
  return {
    ...layout,
    xs,
    curves: curves.map(({ name, points, hasBand }) => {
      const byX = new Map(points.map((point) => [point.x, point]));
      const column = (key: 'y' | 'low' | 'high'): PlotColumn =>
        xs.map((x) => {
          const value = byX.get(x)?.[key];
          return typeof value === 'number'
            ? clampTo(value, layout.limits)
            : byX.has(x)
              ? endOf(key, layout)
              : undefined;
        });
      return { name, y: column('y'), ...(hasBand && { low: column('low'), high: column('high') }) };
    }),
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
