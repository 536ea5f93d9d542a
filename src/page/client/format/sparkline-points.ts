/** The geometry of small curves. */

/** The box of a curve, and the range of its values; that of the values themselves unless given. */
export interface CurveBox {
  readonly width: number;
  readonly height: number;
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The curve through some values as one list of points, in SVG's notation, for each stretch without a gap. */
export function sparklinePoints(values: readonly (number | undefined)[], box: CurveBox): string[] {
  const known = values.filter((value) => value !== undefined);
  if (known.length === 0) return [];
  const min = box.min ?? known.reduce((least, value) => Math.min(least, value), Infinity);
  const max = box.max ?? known.reduce((most, value) => Math.max(most, value), -Infinity);
  const range = max - min || 1;
  const step = values.length > 1 ? box.width / (values.length - 1) : 0;
  const stretches: string[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === undefined) stretches.push([]);
    else stretches.at(-1)!.push(`${round(at * step)},${round(box.height - ((value - min) / range) * box.height)}`);
  }
  return stretches.filter((stretch) => stretch.length > 0).map((stretch) => stretch.join(' '));
}

function round(coordinate: number): number {
  return Math.round(coordinate * 100) / 100;
}
