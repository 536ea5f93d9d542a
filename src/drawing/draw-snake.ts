/** Draws a snake: one continuous body, a head that looks where it goes, a pointed tail, a letter and a pattern. */
import { headLetter } from '../rules/picture/legend.js';
import type { Coordinate } from '../rules/types.js';
import type { BoardDrawing, SceneSnake } from './board-drawing.js';
import { centerOf, offset, type BoardSize } from './board-size.js';
import { bodyPieces, sceneStep, withoutStacks } from './body-pieces.js';
import { inkOn, mixColors, outlineOf, snakeColor, type HexColor } from './palette.js';
import { CELL, centredText, type Paint, type Point, type SceneShape, type TextShape } from './scene.js';

const BODY = 0.66 * CELL;
const HEAD = 0.82 * CELL;
const TAIL_END = 0.16 * CELL;
const TAIL_ROUNDING = 0.06 * CELL;
const OUTLINE = 0.07 * CELL;
const LETTER = 0.52 * CELL;
const UP: Point = [0, -1];

/** Where the parts of a snake lie. */
interface Anatomy {
  readonly body: readonly (readonly Point[])[];
  /** Area of the pointed tail; absent if the tail stays where it is, because the snake has just eaten. */
  readonly tail: readonly Point[] | undefined;
  readonly head: readonly Point[];
  /** Centre of the head's cell, and where it looks. */
  readonly center: Point;
  readonly ahead: Point;
  /** The pieces behind the letter, for the pattern. */
  readonly back: readonly (readonly Point[])[];
  readonly letterAt: Point;
}

/** A pattern along the back of a snake; by it, snakes can be told apart without colour. Seat 0 has none. */
type Pattern = { readonly line: number; readonly dash?: readonly [number, number] } | undefined;

const PATTERNS: readonly Pattern[] = [
  undefined,
  { line: 0.13 * CELL },
  { line: 0.26 * CELL, dash: [0.01, CELL / 2] },
  { line: 0.16 * CELL, dash: [0.5 * CELL, 0.5 * CELL] },
  { line: 0.26 * CELL },
  { line: 0.32 * CELL, dash: [0.01, CELL] },
];

/** The shapes of a snake, the lowest first. A dead snake is hollow. Its body has at least one cell. */
export function drawSnake(
  size: BoardSize,
  snake: SceneSnake & { readonly seat: number },
  detail: BoardDrawing['detail'],
): SceneShape[] {
  const { seat, isAlive } = snake;
  const color = snakeColor(snake.color, seat);
  const key = `snake-${seat}`;
  const anatomy = anatomyOf(size, snake.body);
  if (!isAlive) {
    const faded = mixColors(color, '#808080', 0.5);
    const hollow = drawForm(anatomy, key, { fill: 'cell', outline: faded });
    return [...hollow, ...drawDeadEyes(anatomy, key, faded), ...drawLetter(anatomy, key, seat, faded, detail)];
  }
  return [
    ...drawForm(anatomy, key, { fill: color, outline: outlineOf(color) }),
    ...drawPattern(anatomy, key, seat, color),
    ...drawEyes(anatomy, key, color),
    ...drawLetter(anatomy, key, seat, inkOn(color), detail),
  ];
}

function anatomyOf(size: BoardSize, body: readonly Coordinate[]): Anatomy {
  const cells = withoutStacks(body);
  const head = cells[0]!;
  const neck = cells[1];
  const center = centerOf(size, head);
  const ahead = (neck === undefined ? undefined : sceneStep(size, neck, head)) ?? UP;
  const tailStep = cells.length < 3 ? undefined : sceneStep(size, cells.at(-2)!, cells.at(-1)!);
  const [last, beforeLast] = [body.at(-1)!, body.at(-2)];
  const isStacked = beforeLast !== undefined && last.x === beforeLast.x && last.y === beforeLast.y;
  const isPointed = tailStep !== undefined && !isStacked;
  const letterAt = neck === undefined ? offset(center, ahead, -0.2 * CELL) : centerOf(size, neck);
  return {
    body: bodyPieces(size, isPointed ? cells.slice(0, -1) : cells),
    tail: isPointed ? pointedTail(centerOf(size, cells.at(-1)!), tailStep) : undefined,
    head: [offset(center, ahead, -0.06 * CELL), offset(center, ahead, 0.06 * CELL)],
    center,
    ahead,
    back: bodyPieces(size, cells.slice(2, isPointed ? -1 : undefined)),
    letterAt,
  };
}

/** The area from the middle of the cell before the tail to the end of the tail, without its rounding. */
function pointedTail(center: Point, step: Point): Point[] {
  const corner = (ahead: number, width: number, side: number) =>
    offset(center, step, ahead * CELL, side * (width / 2 - TAIL_ROUNDING));
  return [corner(-1, BODY, 1), corner(0.2, TAIL_END, 1), corner(0.2, TAIL_END, -1), corner(-1, BODY, -1)];
}

function drawForm(
  { body, tail, head }: Anatomy,
  key: string,
  { fill, outline }: Record<'fill' | 'outline', Paint>,
): SceneShape[] {
  const inner: SceneShape[] = [
    { kind: 'path', key: `${key}-body`, paths: body, stroke: fill, line: BODY },
    { kind: 'path', key: `${key}-head`, paths: [head], stroke: fill, line: HEAD },
  ];
  const outer: SceneShape[] = [
    { kind: 'path', key: `${key}-body-line`, paths: body, stroke: outline, line: BODY + 2 * OUTLINE },
    { kind: 'path', key: `${key}-head-line`, paths: [head], stroke: outline, line: HEAD + 2 * OUTLINE },
  ];
  if (tail === undefined) return [...outer, ...inner];
  const area = { kind: 'path', paths: [tail], isClosed: true } as const;
  return [
    ...outer,
    { ...area, key: `${key}-tail-line`, fill: outline, stroke: outline, line: 2 * (TAIL_ROUNDING + OUTLINE) },
    { ...area, key: `${key}-tail`, fill, stroke: fill, line: 2 * TAIL_ROUNDING },
    ...inner,
  ];
}

function drawPattern({ back }: Anatomy, key: string, seat: number, color: HexColor): SceneShape[] {
  const pattern = PATTERNS[seat % PATTERNS.length];
  if (pattern === undefined || back.length === 0) return [];
  const stroke = mixColors(color, inkOn(color), 0.55);
  return [{ kind: 'path', key: `${key}-pattern`, paths: back, stroke, ...pattern }];
}

function drawEyes({ center, ahead }: Anatomy, key: string, color: HexColor): SceneShape[] {
  const at = (forward: number) => [-1, 1].map((side) => offset(center, ahead, forward * CELL, side * 0.19 * CELL));
  return [
    {
      kind: 'circles',
      key: `${key}-eyes`,
      centers: at(0.13),
      radius: 0.145 * CELL,
      fill: '#ffffff',
      stroke: outlineOf(color),
      line: 0.03 * CELL,
    },
    { kind: 'circles', key: `${key}-pupils`, centers: at(0.18), radius: 0.08 * CELL, fill: '#10151a' },
  ];
}

function drawDeadEyes({ center, ahead }: Anatomy, key: string, stroke: Paint): SceneShape[] {
  const paths = [-1, 1].flatMap((side) => {
    const eye = offset(center, ahead, 0.12 * CELL, side * 0.19 * CELL);
    const reach = 0.09 * CELL;
    return [1, -1].map((slope) => [offset(eye, [1, slope], -reach), offset(eye, [1, slope], reach)]);
  });
  return [{ kind: 'path', key: `${key}-eyes`, paths, stroke, line: 0.06 * CELL }];
}

function drawLetter(
  { letterAt }: Anatomy,
  key: string,
  seat: number,
  fill: Paint,
  detail: BoardDrawing['detail'],
): TextShape[] {
  if (detail === 'small') return [];
  return [{ ...centredText(letterAt, LETTER, headLetter(seat)), key: `${key}-letter`, isBold: true, fill }];
}
