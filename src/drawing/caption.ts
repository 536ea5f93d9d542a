/** A scene with a caption: the turn and its snakes. For files, which have no page around them. */
import { FULL_HEALTH } from '../rules/types.js';
import { drawMiniature } from './draw-snake.js';
import { mixColors, snakeColors, type HexColor } from './palette.js';
import {
  CELL,
  MIDDLE_OF_CAPITALS,
  rectangle,
  placeShape,
  type Paint,
  type Point,
  type Scene,
  type SceneShape,
  type TextShape,
} from './scene.js';

export interface CaptionSnake {
  /** Untrusted. */
  readonly name: string;
  readonly color?: string | undefined;
  readonly head?: string | undefined;
  /** `?` if it is unknown, as the length may be. */
  readonly health: number | string;
  readonly length: number | string;
  /** How it died: `wall-collision, turn 12`; absent while it lives. */
  readonly death?: string | undefined;
}

/** All lengths below are for a picture of this width, in units. */
const WIDTH = 220;
const MARGIN = 5;
const TITLE = 16;
const ROW = 13;
const FONT = 7.5;
const BAR = { width: 46, height: 5, end: 168 };
const NUMBER = 14;
const MINIATURE = 0.52;
const NAME_START = 30;
/** Mean width of a letter, as a share of the font size. */
const LETTER_WIDTH = 0.56;
const BOLD_WIDTH = 0.62;
const SMALLEST_FONT = 5;

/**
 * Adds the caption below a scene. Its size does not depend on the number of cells. The title is partly untrusted;
 * `snakes` are by seat.
 */
export function withCaption(
  scene: Scene,
  { title, snakes }: { readonly title: string; readonly snakes: readonly CaptionSnake[] },
): Scene {
  const unit = scene.width / WIDTH;
  const colors = snakeColors(snakes);
  const height = TITLE + ROW * snakes.length + MARGIN;
  const lines: SceneShape[] = [
    // Hides parts of snakes below the lower edge.
    { kind: 'path', key: 'caption', paths: [rectangle(WIDTH, height)], isClosed: true, fill: 'paper' },
    { ...titleText(title), key: 'title', isBold: true },
    ...snakes.flatMap((snake, seat) => drawRow(snake, seat, colors[seat]!, TITLE + ROW * (seat + 0.5))),
  ];
  return {
    ...scene,
    height: scene.height + height * unit,
    shapes: [...scene.shapes, ...lines.map((shape) => placeShape(shape, unit, [0, scene.height]))],
  };
}

function drawRow(snake: CaptionSnake, seat: number, own: HexColor, middle: number): SceneShape[] {
  const key = `caption-${seat}`;
  const color = snake.death === undefined ? own : mixColors(own, '#808080', 0.5);
  const base = middle + MIDDLE_OF_CAPITALS * FONT;
  const end = WIDTH - MARGIN;
  const nameEnd = snake.death === undefined ? BAR.end - BAR.width - NUMBER : end - widthOf(snake.death);
  const state: SceneShape[] =
    snake.death === undefined
      ? [...drawHealth(snake.health, key, middle), at('end', end, base, `length ${snake.length}`)]
      : [{ ...at('end', end, base, snake.death), fill: 'soft' }];
  return [
    ...drawMiniature({ seat, color, head: snake.head }).shapes.map((shape) => ({
      ...placeShape(shape, MINIATURE, [MARGIN, middle - (MINIATURE * CELL) / 2]),
      key: `${key}-${shape.key}`,
    })),
    { ...text(NAME_START, base, snake.name, nameEnd - NAME_START - 4), key: `${key}-name` },
    ...state.map((shape, index) => ({ ...shape, key: `${key}-state-${index}` })),
  ];
}

/** A bar and the number. */
function drawHealth(health: number | string, key: string, middle: number): SceneShape[] {
  const { width, height: line, end } = BAR;
  const start = end - width - NUMBER + line / 2;
  const bar = (share: number, stroke: Paint): SceneShape => {
    const to: Point = [start + (width - line) * share, middle];
    return { kind: 'path', key, paths: [[[start, middle], to]], stroke, line };
  };
  const share = Math.max(0, Math.min(1, Number(health) / FULL_HEALTH || 0));
  return [
    bar(1, 'edge'),
    ...(share === 0 ? [] : [bar(share, 'soft')]),
    at('end', end + 3, middle + MIDDLE_OF_CAPITALS * FONT, String(health)),
  ];
}

/** A long title is written smaller, down to a readable size. */
function titleText(title: string): TextShape {
  const room = WIDTH - 2 * MARGIN;
  const size = Math.max(SMALLEST_FONT, Math.min(FONT, room / (title.length * BOLD_WIDTH)));
  return { ...at('start', MARGIN, 11, cutText(title, room / (size * BOLD_WIDTH))), size };
}

/** A text from `x` on, cut off after `width`. */
function text(x: number, y: number, words: string, width: number): TextShape {
  return at('start', x, y, cutText(words, width / (FONT * LETTER_WIDTH)));
}

function at(anchor: TextShape['anchor'], x: number, y: number, words: string): TextShape {
  return { kind: 'text', key: '', x, y, size: FONT, text: words, anchor, fill: 'ink' };
}

/** Cuts a text to the available letters. Wide characters count twice, combining marks nothing. */
function cutText(words: string, room: number): string {
  let used = 0;
  let kept = '';
  for (const character of words) {
    used += lettersOf(character);
    if (used > room) return `${kept.slice(0, -1).trimEnd()}…`;
    kept += character;
  }
  return kept;
}

function lettersOf(character: string): number {
  if (/\p{Mark}/u.test(character)) return 0;
  return /[\u1100-\u115f\u2e80-\uffdc\u{1f000}-\u{3ffff}]/u.test(character) ? 2 : 1;
}

function widthOf(words: string): number {
  return words.length * FONT * LETTER_WIDTH;
}
