/** Draws what snakes move over: cells, hazards, food, and the layer of heat. */
import type { Coordinate } from '../rules/types.js';
import { centerOf, cornersOf, type BoardSize } from './board-size.js';
import type { BoardDrawing, CellValue } from './board-drawing.js';
import { CELL, centredText, type Point, type SceneShape } from './scene.js';

const GAP = 0.6;
const FOOD_RADIUS = 0.24 * CELL;
/** Distance between two lines of the hatching, by the height of the stack. */
const HATCH_STEPS = [CELL / 2, CELL / 3, CELL / 4, CELL / 5] as const;
/** Steps of the layer of heat. */
const HEAT_LEVELS = 8;

export function drawGround(size: BoardSize): SceneShape[] {
  const cells = Array.from({ length: size.width * size.height }, (_, cell) => {
    return cornersOf(size, { x: cell % size.width, y: Math.floor(cell / size.width) }, GAP);
  });
  return [
    { kind: 'rect', key: 'board', x: 0, y: 0, width: size.width * CELL, height: size.height * CELL, fill: 'edge' },
    { kind: 'path', key: 'cells', paths: cells, isClosed: true, fill: 'cell' },
  ];
}

/** Hatched cells. The lines of neighbours meet; a higher stack has a darker ground and more lines. */
export function drawHazards(size: BoardSize, hazards: readonly Coordinate[]): SceneShape[] {
  const stacks = new Map<string, { cell: Coordinate; height: number }>();
  for (const cell of hazards) {
    const key = `${cell.x},${cell.y}`;
    stacks.set(key, { cell, height: (stacks.get(key)?.height ?? 0) + 1 });
  }
  return HATCH_STEPS.flatMap((step, index): SceneShape[] => {
    const isTop = index === HATCH_STEPS.length - 1;
    const same = [...stacks.values()].filter(({ height }) => height === index + 1 || (isTop && height > index + 1));
    if (same.length === 0) return [];
    const level = index + 1;
    const grounds = same.map(({ cell }) => cornersOf(size, cell));
    const lines = same.flatMap(({ cell }) => hatch(size, cell, step));
    return [
      {
        kind: 'path',
        key: `hazards-${level}`,
        paths: grounds,
        isClosed: true,
        fill: 'hazard',
        opacity: 0.1 * level + 0.04,
      },
      { kind: 'path', key: `hatch-${level}`, paths: lines, stroke: 'hazard', line: 1.3, opacity: 0.55 },
    ];
  });
}

/** The parts of the lines `x + y = n * step` that lie in a cell. */
function hatch(size: BoardSize, cell: Coordinate, step: number): Point[][] {
  const [[left, top]] = cornersOf(size, cell) as [Point, ...Point[]];
  const [right, bottom] = [left + CELL, top + CELL];
  const lines: Point[][] = [];
  for (let sum = Math.ceil((left + top) / step + 0.001) * step; sum < right + bottom - 0.001; sum += step) {
    const x = Math.min(right, sum - top);
    const y = Math.min(bottom, sum - left);
    lines.push([
      [x, sum - x],
      [sum - y, y],
    ]);
  }
  return lines;
}

/** A dot on each cell with food. */
export function drawFood(size: BoardSize, food: readonly Coordinate[]): SceneShape[] {
  if (food.length === 0) return [];
  const centers = food.map((cell) => centerOf(size, cell));
  return [{ kind: 'circles', key: 'food', centers, radius: FOOD_RADIUS, fill: 'food' }];
}

/** Numbers of cells as heat; the numbers themselves only at full detail. */
export function drawHeat(size: BoardSize, cells: readonly CellValue[], detail: BoardDrawing['detail']): SceneShape[] {
  const known = cells.filter(({ value }) => Number.isFinite(value));
  const largest = Math.max(...known.map(({ value }) => Math.abs(value)));
  const levelOf = ({ value }: CellValue) => Math.ceil((Math.abs(value) / largest) * HEAT_LEVELS);
  const grounds = (['heat', 'cold'] as const).flatMap((fill) =>
    Array.from({ length: HEAT_LEVELS }, (_, index): SceneShape => {
      const same = known.filter((cell) => levelOf(cell) === index + 1 && cell.value > 0 === (fill === 'heat'));
      const paths = same.map((cell) => cornersOf(size, cell, GAP));
      const opacity = (0.75 * (index + 1)) / HEAT_LEVELS;
      return { kind: 'path', key: `${fill}-${index + 1}`, paths, isClosed: true, fill, opacity };
    }),
  );
  const numbers = detail === 'small' ? [] : known.map((cell) => drawNumber(size, cell));
  return [...grounds.filter((shape) => shape.kind === 'path' && shape.paths.length > 0), ...numbers];
}

function drawNumber(size: BoardSize, cell: CellValue): SceneShape {
  const text = formatValue(cell.value);
  const font = Math.min(0.3 * CELL, (1.5 * CELL) / text.length);
  return { ...centredText(centerOf(size, cell), font, text), key: `value-${cell.x}-${cell.y}` };
}

/** At most three digits, as far as they suffice: `0.25`, `12.5`, `1.2e+4`. */
function formatValue(value: number): string {
  const size = Math.abs(value);
  if (size >= 1000 || (size > 0 && size < 0.01)) return value.toExponential(1);
  return String(Number(value.toPrecision(3)));
}
