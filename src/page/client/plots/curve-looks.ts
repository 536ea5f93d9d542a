/** How the curves of a plot are told apart: by colour and by dashes. */

const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 4]];

/** The dashes of a curve, in CSS pixels. */
export function dashOf(index: number): readonly number[] {
  return DASHES[index % DASHES.length]!;
}

/** The property with the colour of a curve. */
export function curveColour(index: number): string {
  return `--plot-${(index % DASHES.length) + 1}`;
}
