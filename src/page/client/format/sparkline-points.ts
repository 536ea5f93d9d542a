/** The geometry of small curves. */

/** The curve through values from 0 to 1 as one list of points, in SVG's notation, for each stretch without a gap. */
export function sparklinePoints(values: readonly (number | undefined)[], width: number, height: number): string[] {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const stretches: string[][] = [[]];
  for (const [at, value] of values.entries()) {
    if (value === undefined) stretches.push([]);
    else stretches.at(-1)!.push(`${round(at * step)},${round(height - value * height)}`);
  }
  return stretches.filter((stretch) => stretch.length > 0).map((stretch) => stretch.join(' '));
}

function round(coordinate: number): number {
  return Math.round(coordinate * 100) / 100;
}
