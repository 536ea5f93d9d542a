/** Formats a position as a picture. */
import { STANDARD_BOARD_RULES, type Position } from '../position.js';
import { toPlain, type PlainPosition, type PlainSnake } from '../plain.js';
import { FULL_HEALTH, type Coordinate } from '../types.js';
import {
  BODY_STEPS,
  EMPTY,
  followBody,
  FOOD,
  HAZARD,
  headLetter,
  HIGHEST_DRAWN_STACK,
  readRows,
  type Drawing,
} from './legend.js';

/**
 * A position as text, for people and for `parsePicture`, which returns the same position:
 *
 * ```text
 * ..*....
 * .aaA.#.
 * .a..b..
 * ....bB.
 * turn 7
 * A health 93 length 5
 * ```
 *
 * One line for each row, the top row first. `.` is empty, `*` food, `#` a hazard and `3` a stack of three. Snakes are
 * letters by seat, the head is a capital. Lines below add what the rows cannot show:
 *
 * - `turn`, and `rules` that are not standard;
 * - `food` and `hazards` in their order, if it is not the reading order; `3,4x3` is a stack of three;
 * - a line for each snake, with `health` below 100; `length` if body cells lie on the tail; `body` if the rows do not
 *   show it clearly: a cell, then steps `u d l r`, `=` for the same cell again, or another cell; `squad`; an `id` that
 *   is not the small letter; and its elimination, `out wall-collision on 12 by B`.
 */
export function formatPicture(position: Position): string {
  const plain = toPlain(position);
  const rows = drawRows(plain);
  const drawing = readRows(rows);
  return [
    ...rows,
    ...(plain.turn === 0 ? [] : [`turn ${plain.turn}`]),
    ...formatRules(position),
    ...formatList('food', plain.food, drawing.food),
    ...formatList('hazards', plain.hazards, drawing.hazards),
    ...plain.snakes.flatMap((_, seat) => formatSnake(plain, seat, drawing)),
  ].join('\n');
}

function drawRows({ width, height, food, hazards, snakes }: PlainPosition): string[] {
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, () => EMPTY));
  const draw = ({ x, y }: Coordinate, mark: (under: string) => string): void => {
    const row = rows[height - 1 - y];
    if (row?.[x] !== undefined) row[x] = mark(row[x]);
  };
  for (const cell of hazards) draw(cell, (under) => stackMark(under));
  for (const cell of food) draw(cell, () => FOOD);
  const living = snakes.map((snake, seat) => ({ ...snake, letter: headLetter(seat) })).filter(isLiving);
  for (const { body, letter } of living) body.forEach((cell) => draw(cell, () => letter.toLowerCase()));
  for (const { body, letter } of living) draw(body[0]!, () => letter);
  return rows.map((row) => row.join(''));
}

function stackMark(under: string): string {
  if (under === EMPTY) return HAZARD;
  const height = under === HAZARD ? 1 : Number(under);
  return String(Math.min(HIGHEST_DRAWN_STACK, height + 1));
}

function isLiving(snake: PlainSnake): boolean {
  return snake.elimination === undefined;
}

function formatRules({ rules }: Position): string[] {
  const words = [
    rules.wraps ? 'wraps' : '',
    rules.grows ? 'grows' : '',
    rules.matesPass ? 'mates-pass' : '',
    rules.hazardDamage === STANDARD_BOARD_RULES.hazardDamage ? '' : `damage ${rules.hazardDamage}`,
  ].filter((word) => word !== '');
  return words.length === 0 ? [] : [`rules ${words.join(' ')}`];
}

function formatList(name: string, list: readonly Coordinate[], drawn: readonly Coordinate[]): string[] {
  if (isSamePath(list, drawn)) return [];
  const stacks: { cell: Coordinate; height: number }[] = [];
  for (const cell of list) {
    const last = stacks.at(-1);
    if (last !== undefined && isSame(last.cell, cell)) last.height++;
    else stacks.push({ cell, height: 1 });
  }
  const words = stacks.map(({ cell, height }) => `${cell.x},${cell.y}${height === 1 ? '' : `x${height}`}`);
  return [[name, ...words].join(' ')];
}

function formatSnake(plain: PlainPosition, seat: number, drawing: Drawing): string[] {
  const snake = plain.snakes[seat]!;
  const { id, health, body, squad = '', elimination } = snake;
  const letter = headLetter(seat);
  const killer = plain.snakes.findIndex((other) => other.id === elimination?.by);
  const words = [
    ...(health === FULL_HEALTH ? [] : [`health ${health}`]),
    ...formatBody(body, followBody(drawing, letter, plain.rules?.wraps === true)),
    ...(squad === '' ? [] : [`squad ${JSON.stringify(squad)}`]),
    ...(id === letter.toLowerCase() ? [] : [`id ${JSON.stringify(id)}`]),
    ...(elimination === undefined ? [] : [`out ${elimination.cause} on ${elimination.turn}`]),
    ...(killer < 0 ? [] : [`by ${headLetter(killer)}`]),
  ];
  return words.length === 0 ? [] : [[letter, ...words].join(' ')];
}

function formatBody(body: readonly Coordinate[], drawn: readonly Coordinate[] | undefined): string[] {
  if (drawn === undefined || !isSamePath(body.slice(0, drawn.length), drawn)) return [writePath(body)];
  const isStacked = body.slice(drawn.length).every((cell) => isSame(cell, drawn.at(-1)!));
  if (!isStacked) return [writePath(body)];
  return body.length === drawn.length ? [] : [`length ${body.length}`];
}

function writePath(body: readonly Coordinate[]): string {
  const words = ['body'];
  let steps = '';
  body.forEach((cell, index) => {
    const before = body[index - 1];
    const step = before === undefined ? undefined : stepLetter(before, cell);
    if (step !== undefined) {
      steps += step;
      return;
    }
    if (steps !== '') words.push(steps);
    steps = '';
    words.push(`${cell.x},${cell.y}`);
  });
  return [...words, ...(steps === '' ? [] : [steps])].join(' ');
}

function stepLetter(from: Coordinate, to: Coordinate): string | undefined {
  return Object.keys(BODY_STEPS).find((step) => {
    const { x, y } = BODY_STEPS[step]!;
    return from.x + x === to.x && from.y + y === to.y;
  });
}

function isSame(a: Coordinate, b: Coordinate): boolean {
  return a.x === b.x && a.y === b.y;
}

function isSamePath(a: readonly Coordinate[], b: readonly Coordinate[]): boolean {
  return a.length === b.length && a.every((cell, index) => isSame(cell, b[index]!));
}
