/** Draws the notes of a turn on its board: framed cells, and paths that a snake could take. */
import type { Coordinate } from '../rules/types.js';
import type { SceneArrow } from './board-drawing.js';
import { centerOf, cornersOf, offset, type BoardSize } from './board-size.js';
import { sceneStep } from './body-pieces.js';
import { CELL, type Point, type SceneShape } from './scene.js';

const LINE = 0.2 * CELL;
const FRAME_INSET = 0.1 * CELL;
/** Later steps of a way are guesses about guesses. */
const MAX_STEPS = 6;

/** A frame on each cell. */
export function drawMarks(size: BoardSize, marks: readonly Coordinate[]): SceneShape[] {
  if (marks.length === 0) return [];
  const paths = marks.map((cell) => cornersOf(size, cell, FRAME_INSET));
  return [{ kind: 'path', key: 'marks', paths, isClosed: true, stroke: 'mark', line: 0.08 * CELL }];
}

/**
 * A way: a stroke in each of its cells, from the side where the snake comes in to the one where it leaves, fainter
 * with each step. The last one ends in a tip. Lies below the snakes.
 */
export function drawArrows(size: BoardSize, { kind, path }: SceneArrow, index: number): SceneShape[] {
  const cells = path.slice(0, MAX_STEPS + 1);
  return cells.slice(1).flatMap((cell, at): SceneShape[] => {
    const [before, after] = [cells[at]!, cells[at + 2]];
    const step = sceneStep(size, before, cell);
    if (step === undefined) return [];
    const center = centerOf(size, cell);
    const leaving = after && sceneStep(size, cell, after);
    const from = offset(center, step, -0.34 * CELL);
    const tip = offset(center, step, 0.2 * CELL);
    const barb = (side: number) => offset(tip, step, -0.24 * CELL, side * 0.24 * CELL);
    const paths: Point[][] = leaving
      ? [[from, center, offset(center, leaving, 0.34 * CELL)]]
      : [
          [from, tip],
          [barb(1), tip, barb(-1)],
        ];
    const opacity = 1 - at / (MAX_STEPS + 1);
    const rounding = leaving && 0.3 * CELL;
    return [
      {
        kind: 'path',
        key: `arrow-${index}-${at}`,
        paths,
        stroke: kind,
        line: LINE,
        opacity,
        ...(rounding && { rounding }),
      },
    ];
  });
}
