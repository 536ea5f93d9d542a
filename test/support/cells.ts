/**
 * Cells written as text, the way pictures write them: `'5,5 5,4 5,3'`, or `'5,5 dd'` by steps from the head. Used by
 * sketches.
 */
import { BODY_STEPS } from '../../src/rules/picture/legend.js';
import type { Coordinate } from '../../src/rules/types.js';

/** Cells as a test writes them: text, or pairs of numbers that it has computed. */
export type CellsSketch = string | readonly (readonly number[])[];

/** The cells of a sketch, in its order. Throws an error that quotes the word that is neither a cell nor steps. */
export function toCells(sketch: CellsSketch = ''): Coordinate[] {
  if (typeof sketch !== 'string') return sketch.map(([x, y]) => ({ x: x!, y: y! }));
  const cells: Coordinate[] = [];
  for (const word of sketch.split(' ').filter(Boolean)) cells.push(...readWord(word, cells.at(-1)));
  return cells;
}

function readWord(word: string, last: Coordinate | undefined): Coordinate[] {
  const cell = /^(-?\d+),(-?\d+)$/.exec(word);
  if (cell !== null) return [{ x: Number(cell[1]), y: Number(cell[2]) }];
  if (last === undefined || !/^[udlr=]+$/.test(word))
    throw new Error(`"${word}" is neither a cell ("3,4") nor steps ("ddl").`);
  return Array.from(word, (letter) => {
    const step = BODY_STEPS[letter]!;
    last = { x: last!.x + step.x, y: last!.y + step.y };
    return last;
  });
}
