/** Draws a board as a scene: cells, hazards and food, snakes, the notes of a turn. Runs in Node and in browsers. */
import type { Grid } from '../rules/cells.js';
import { stacksOf, type BoardDrawing, type SceneArrow } from './board-drawing.js';
import { drawSnake } from './draw-snake.js';
import { snakeColors } from './palette.js';
import { CELL, type Scene, type Point, type SceneShape, rectangle } from './scene.js';
import type { Coordinate } from '../rules/types.js';
import { centerOf, cornersOf, offset, sceneStep } from './cell-places.js';

/**
 * The scene of a board, exactly as large as the board. No two snakes have nearly the same colour, in any colour vision.
 * Accepts untrusted data: cells off the board, bodies with gaps, any text as a colour.
 */
export function toScene(board: BoardDrawing): Scene {
  const { width, height, snakes, label = '' } = board;
  const colors = snakeColors(snakes);
  const seats = snakes
    .map((snake, seat) => ({
      ...snake,
      seat,
      color: colors[seat]!,
      deadFor: snake.death && (board.keepsDead ? 0 : board.turn - snake.death.turn),
    }))
    .filter(({ body }) => body.length > 0);
  const dead = seats.filter(({ deadFor }) => deadFor !== undefined);
  const living = seats.filter(({ deadFor }) => deadFor === undefined);
  const size = { width, height };
  return {
    width: width * CELL,
    height: height * CELL,
    label,
    shapes: [
      ...drawGround(size, board.detail),
      ...drawHazards(size, board.hazards),
      ...dead.flatMap((snake) => drawSnake(size, snake, board)),
      ...(board.arrows ?? []).flatMap((arrow, index) => drawArrows(size, arrow, index)),
      ...drawFood(size, board.food),
      ...living.flatMap((snake) => drawSnake(size, snake, board)),
      ...drawMarks(size, board.marks ?? []),
    ],
  };
}

const LINE = 0.2 * CELL;
const FRAME_INSET = 0.1 * CELL;
/** Later steps of a path are too uncertain to show. */
const MAX_STEPS = 6;

/** A frame on each cell. */
export function drawMarks(size: Grid, marks: readonly Coordinate[]): SceneShape[] {
  if (marks.length === 0) return [];
  const paths = marks.map((cell) => cornersOf(size, cell, FRAME_INSET));
  return [{ kind: 'path', key: 'marks', paths, isClosed: true, stroke: 'mark', line: 0.08 * CELL }];
}

/**
 * A path: a stroke in each of its cells, from the entry to the exit of the snake, fainter with each step. The last one
 * ends in an arrowhead. Lies below the snakes.
 */
export function drawArrows(size: Grid, { kind, path }: SceneArrow, index: number): SceneShape[] {
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

const FOOD = 0.48 * CELL;
/** Higher stacks of hazards look the same. */
const HIGHEST = 4;

/** A chequered board, so that cells can be counted and no line runs between the snakes. */
export function drawGround(size: Grid, detail: BoardDrawing['detail']): SceneShape[] {
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
export function drawHazards(size: Grid, hazards: readonly Coordinate[]): SceneShape[] {
  const stacks = stacksOf(hazards);
  return Array.from({ length: HIGHEST }, (_, index) => index + 1).flatMap((level): SceneShape[] => {
    const same = stacks.filter(({ depth }) => Math.min(HIGHEST, depth) === level).map(({ cell }) => cell);
    if (same.length === 0) return [];
    const grounds = same.map((cell) => cornersOf(size, cell));
    const lines = grounds.flatMap((corners) => hatch(corners, CELL / (level + 1)));
    const opacity = 0.1 * level + 0.04;
    return [
      { kind: 'path', key: `hazards-${level}`, paths: grounds, isClosed: true, fill: 'hazard', opacity },
      { kind: 'path', key: `hatch-${level}`, paths: lines, stroke: 'hazard', line: 2 * HATCH_END, opacity: 0.55 },
    ];
  });
}

/** Half of the width of a hazard's line: its round ends stay in the cell. */
const HATCH_END = 0.65;

/** The parts of the lines `x + y = n * step` that lie in a cell. The side of a cell is a multiple of `step`. */
function hatch([corner]: readonly Point[], step: number): Point[][] {
  const [left, top] = corner!;
  return Array.from({ length: (2 * CELL) / step - 1 }, (_, index): Point[] => {
    const [near, far] = [Math.min(CELL, (index + 1) * step), Math.max(0, (index + 1) * step - CELL)];
    return [
      [left + near - HATCH_END, top + far + HATCH_END],
      [left + far + HATCH_END, top + near - HATCH_END],
    ];
  });
}

/** An apple on each cell with food. */
export function drawFood(size: Grid, food: readonly Coordinate[]): SceneShape[] {
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
