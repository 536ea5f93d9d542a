/** Draws what is said about a turn over its board: framed cells, and ways as arrows. */
import type { Coordinate } from '../rules/types.js';
import type { SceneArrow } from './board-drawing.js';
import { centerOf, offset, type BoardSize } from './board-size.js';
import { bodyPieces, sceneStep } from './body-pieces.js';
import { CELL, type Point, type SceneShape } from './scene.js';

const LINE = 0.13 * CELL;
const CASING = 0.09 * CELL;
const TIP = 0.3 * CELL;
const FRAME_INSET = 0.1 * CELL;

/** A frame on each cell. */
export function drawMarks(size: BoardSize, marks: readonly Coordinate[]): SceneShape[] {
  return marks.map((cell) => {
    const [x, y] = centerOf(size, cell);
    const half = CELL / 2 - FRAME_INSET;
    return {
      kind: 'rect',
      key: `mark-${cell.x}-${cell.y}`,
      x: x - half,
      y: y - half,
      width: 2 * half,
      height: 2 * half,
      radius: 0.18 * CELL,
      stroke: 'mark',
      line: 0.08 * CELL,
    };
  });
}

/**
 * A way as an arrow with a light line around it, so that it shows on snakes. What was answered is a solid line, what is
 * better is dashed. A way of less than two cells is not drawn.
 */
export function drawArrows(size: BoardSize, { kind, path }: SceneArrow, index: number): SceneShape[] {
  const [head, next, before, last] = [path[0], path[1], path.at(-2), path.at(-1)];
  if (head === undefined || next === undefined || before === undefined || last === undefined) return [];
  const [firstStep, step] = [sceneStep(size, head, next), sceneStep(size, before, last)];
  if (firstStep === undefined || step === undefined) return [];
  const [firstLine, ...otherLines] = bodyPieces(size, path);
  const end = offset(centerOf(size, last), step, 0.2 * CELL);
  const tip = [end, offset(end, step, -TIP, 0.62 * TIP), offset(end, step, -TIP, -0.62 * TIP)];
  // The eyes stay free.
  const lines = [[offset(firstLine![0]!, firstStep, 0.42 * CELL), ...firstLine!.slice(1)], ...otherLines];
  const trimmed = [...lines.slice(0, -1), trimEnd(lines.at(-1)!, step)];
  const key = `arrow-${index}`;
  const area = { kind: 'path', paths: [tip], isClosed: true } as const;
  return [
    { kind: 'path', key: `${key}-casing`, paths: trimmed, stroke: 'cell', line: LINE + 2 * CASING },
    { ...area, key: `${key}-tip-casing`, fill: 'cell', stroke: 'cell', line: 2 * CASING },
    {
      kind: 'path',
      key: `${key}-line`,
      paths: trimmed,
      stroke: kind,
      line: LINE,
      ...(kind === 'better' && { dash: [0.22 * CELL, 0.22 * CELL] as const }),
    },
    { ...area, key: `${key}-tip`, fill: kind },
  ];
}

/** The line ends within the tip, not at its point. */
function trimEnd(line: readonly Point[], step: Point): Point[] {
  return [...line.slice(0, -1), offset(line.at(-1)!, step, -0.08 * CELL)];
}
