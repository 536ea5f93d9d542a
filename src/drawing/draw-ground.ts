/** Draws what snakes move over: cells, hazards, food. */
import type { Coordinate } from '../rules/types.js';
import { centerOf, cornersOf, offset, type BoardSize } from './board-size.js';
import type { BoardDrawing } from './board-drawing.js';
import { CELL, rectangle, type Point, type SceneShape } from './scene.js';

const FOOD = 0.48 * CELL;
/** Higher stacks of hazards look like this one. */
const HIGHEST = 4;

/** A chequered board: cells can be counted, and no line runs between the snakes. */
export function drawGround(size: BoardSize, detail: BoardDrawing['detail']): SceneShape[] {
  const cells = Array.from({ length: size.width * size.height }, (_, cell) => {
    return { x: cell % size.width, y: Math.floor(cell / size.width) };
  });
  const dark = cells.filter(({ x, y }) => (x + y) % 2 === 0).map((cell) => cornersOf(size, cell));
  const whole = rectangle(size.width * CELL, size.height * CELL);
  const board = { kind: 'path', key: 'board', paths: [whole], isClosed: true } as const;
  if (detail === 'small') return [{ ...board, fill: 'edge' }];
  return [
    { ...board, fill: 'cell' },
    { kind: 'path', key: 'cells', paths: dark, isClosed: true, fill: 'edge' },
  ];
}

/** Hatched cells. The lines of neighbours meet; a higher stack has a darker ground and more lines. */
export function drawHazards(size: BoardSize, hazards: readonly Coordinate[]): SceneShape[] {
  const stacks = new Map<string, { cell: Coordinate; height: number }>();
  for (const cell of hazards) {
    const key = `${cell.x},${cell.y}`;
    stacks.set(key, { cell, height: Math.min(HIGHEST, (stacks.get(key)?.height ?? 0) + 1) });
  }
  return Array.from({ length: HIGHEST }, (_, index) => index + 1).flatMap((level): SceneShape[] => {
    const same = [...stacks.values()].filter(({ height }) => height === level).map(({ cell }) => cell);
    if (same.length === 0) return [];
    const grounds = same.map((cell) => cornersOf(size, cell));
    const lines = grounds.flatMap((corners) => hatch(corners, CELL / (level + 1)));
    const opacity = 0.1 * level + 0.04;
    return [
      { kind: 'path', key: `hazards-${level}`, paths: grounds, isClosed: true, fill: 'hazard', opacity },
      { kind: 'path', key: `hatch-${level}`, paths: lines, stroke: 'hazard', line: 1.3, opacity: 0.55 },
    ];
  });
}

/** The parts of the lines `x + y = n * step` that lie in a cell. The side of a cell is a multiple of `step`. */
function hatch([corner]: readonly Point[], step: number): Point[][] {
  const [left, top] = corner!;
  return Array.from({ length: (2 * CELL) / step - 1 }, (_, index): Point[] => {
    const [near, far] = [Math.min(CELL, (index + 1) * step), Math.max(0, (index + 1) * step - CELL)];
    return [
      [left + near, top + far],
      [left + far, top + near],
    ];
  });
}

/** An apple on each cell with food. */
export function drawFood(size: BoardSize, food: readonly Coordinate[]): SceneShape[] {
  if (food.length === 0) return [];
  const centers = food.map((cell) => offset(centerOf(size, cell), [0, 1], 0.05 * CELL));
  const leaves = centers.map((center): Point[] => [
    offset(center, [0, -1], 0.27 * CELL),
    offset(center, [0.35, -1], 0.36 * CELL),
  ]);
  return [
    { kind: 'path', key: 'leaves', paths: leaves, stroke: 'leaf', line: 0.11 * CELL },
    { kind: 'path', key: 'food', paths: centers.map((center) => [center]), stroke: 'food', line: FOOD },
  ];
}
