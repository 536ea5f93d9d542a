/** Draws a snake: one body with rounded corners, a head facing its direction, and a tail. */
import type { Grid } from '../rules/cells.js';
import { headLetter } from '../rules/picture/legend.js';
import type { Coordinate } from '../rules/types.js';
import { headNamed, tailNamed, type Artwork } from './artwork.js';
import type { BoardDrawing, SceneSnake } from './board-drawing.js';
import { centerOf, offset, bodyPieces, sceneStep, withoutStacks } from './cell-places.js';
import { textColorOn, mixColors, outlineOf, snakeColor, type HexColor } from './palette.js';
import { CELL, centredText, type Point, type Placement, type Scene, type SceneShape } from './scene.js';

const BODY = 0.66 * CELL;
const SMALL_BODY = 0.8 * CELL;
const OUTLINE = 0.06 * CELL;
const ROUNDING = 0.42 * CELL;
const LETTER = 0.5 * CELL;
/** Artwork is in hundredths of a cell. */
const ART = CELL / 100;
const UP: Point = [0, -1];

/** Opacity of a snake by turns since its death; later it is not drawn. */
const FADING = [0.5, 0.22];
const CLOSED_EYES = 'M-4 -27L16 -7M16 -27L-4 -7M-4 7L16 27M16 7L-4 27';

export interface SeatedSnake extends SceneSnake {
  readonly seat: number;
  /** The colour it is drawn in. */
  readonly color: HexColor;
  /** Turns since its death. */
  readonly deadFor?: number | undefined;
}

/** The shapes of a snake, the lowest first. Its body has at least one cell. */
export function drawSnake(
  size: Grid,
  snake: SeatedSnake,
  { detail, hasLetters = false }: Pick<BoardDrawing, 'detail' | 'hasLetters'> = {},
): SceneShape[] {
  const { body, color, seat, deadFor } = snake;
  const key = `snake-${seat}`;
  const cells = withoutStacks(body);
  const [head, neck] = [cells[0]!, cells[1]];
  const center = centerOf(size, head);
  const ahead = (neck && sceneStep(size, neck, head)) ?? UP;
  const faced = { at: center, ahead, scale: ART };
  const line = { kind: 'path', rounding: ROUNDING } as const;
  if (deadFor !== undefined) {
    const opacity = FADING[deadFor];
    if (opacity === undefined) return [];
    const eyes = { kind: 'art', d: CLOSED_EYES, placed: faced, stroke: 'cell', line: 7 } as const;
    return [
      { ...line, key: `${key}-body`, paths: bodyPieces(size, cells), stroke: color, line: BODY, opacity },
      { ...eyes, key: `${key}-eyes`, opacity: 2 * opacity },
    ];
  }
  if (detail === 'small') {
    const eye = offset(center, ahead, 0.08 * CELL);
    return [
      { ...line, key: `${key}-body`, paths: bodyPieces(size, cells), stroke: color, line: SMALL_BODY },
      { kind: 'path', key: `${key}-eyes`, paths: [[eye]], stroke: textColorOn(color), line: 0.4 * CELL },
    ];
  }
  const step = tailStep(size, body, cells);
  const paths = bodyPieces(size, step ? cells.slice(0, -1) : cells);
  const end = step && centerOf(size, cells.at(-1)!);
  // To the edge of the tail's cell.
  if (end) paths.push([...paths.pop()!, offset(end, step, -CELL / 2)]);
  const face = place(headNamed(snake.head), `${key}-head`, color, faced);
  const letter = centredText(neck ? centerOf(size, neck) : center, LETTER, headLetter(seat));
  const tail = end && place(tailNamed(snake.tail), `${key}-tail`, color, { at: end, ahead: step, scale: ART });
  return [
    { ...line, key: `${key}-body-line`, paths, stroke: outlineOf(color), line: BODY + 2 * OUTLINE },
    ...(tail?.under ?? []),
    ...face.under,
    ...(tail?.over ?? []),
    { ...line, key: `${key}-body`, paths, stroke: color, line: BODY },
    ...face.over,
    ...(hasLetters ? [{ ...letter, key: `${key}-letter`, isBold: true, fill: textColorOn(color) }] : []),
  ];
}

/** A snake of two cells with the letter of its seat, for lists. */
export function drawMiniature(snake: Pick<SeatedSnake, 'seat' | 'head'> & { color: string }): Omit<Scene, 'label'> {
  const body = [1, 0, 0].map((x) => ({ x, y: 0 }));
  const color = snakeColor(snake.color, snake.seat);
  const shapes = drawSnake({ width: 2, height: 1 }, { ...snake, color, body }, { hasLetters: true });
  return { width: 2.1 * CELL, height: CELL, shapes };
}

/** The direction of the tail; `undefined` if it does not move because the snake has just eaten, or if there is none. */
function tailStep(size: Grid, body: readonly Coordinate[], cells: readonly Coordinate[]): Point | undefined {
  const isStacked = body.length > 1 && withoutStacks(body.slice(-2)).length === 1;
  return cells.length < 2 || isStacked ? undefined : sceneStep(size, cells.at(-2)!, cells.at(-1)!);
}

/** Artwork at its place: layers below the body, outlines first, then the ones above it. */
function place(
  { form, under, over }: Artwork,
  key: string,
  color: HexColor,
  placed: Placement,
): Record<'under' | 'over', SceneShape[]> {
  const art = { kind: 'art', placed } as const;
  const deep = outlineOf(color);
  const tones: Readonly<Record<string, HexColor>> = { skin: color, deep, light: mixColors(color, '#ffffff', 0.4) };
  const paint = (tone: string) => tones[tone] ?? (tone as HexColor);
  const outline = { stroke: deep, line: (2 * OUTLINE) / ART };
  return {
    under: [...under.map(({ tone, d }) => ({ d, fill: paint(tone), line: OUTLINE / ART })), { d: form }].map(
      (shape, index) => {
        return { ...art, ...outline, key: `${key}-under-${index}`, ...shape };
      },
    ),
    over: [{ tone: 'skin', d: form }, ...over].map(({ tone, d }, index) => {
      return { ...art, key: index === 0 ? key : `${key}-${index}`, d, fill: paint(tone) };
    }),
  };
}
