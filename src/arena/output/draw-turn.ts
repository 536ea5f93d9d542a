/** A turn drawn for people: the board as letters, and a line for each snake. */
import { EMPTY, FOOD, HAZARD, headLetter, HIGHEST_DRAWN_STACK } from '../../rules/picture/legend.js';
import type { Frame } from '../../wire/frame.js';
import type { Coordinate } from '../../rules/types.js';
import type { Snake } from '../../wire/resources.js';
import type { Reply } from '../game/arena-snake.js';
import type { Death } from '../game/watcher.js';
import { printable, type Paint } from '../../terminal/paint.js';

/** What is drawn. */
export interface Drawn {
  readonly frame: Frame;
  /** By seat: the answers to this frame; nothing where there are none. */
  readonly replies: readonly (Reply | undefined)[];
  /** Of all that went so far. */
  readonly deaths: readonly Gone[];
}

/** A snake that went; of some that engines no longer tell of, it is not known how. */
export type Gone = Pick<Death, 'seat' | 'by' | 'turn'> & { readonly cause?: Death['cause'] | undefined };

/** The colours of food and hazards. */
const FOOD_COLOR = '#e2574c';
const HAZARD_COLOR = '#8a6fb3';

/** The lines of a drawing: the turn, the board, the snakes. */
export function drawTurn({ frame, replies, deaths }: Drawn, paint: Paint): string[] {
  const names = frame.snakes.map(({ name }) => name);
  const width = Math.max(0, ...names.map((name) => name.length));
  const snakes = frame.snakes.map((snake, seat) => {
    const death = deaths.find((one) => one.seat === seat && one.turn <= frame.turn);
    const state = death === undefined ? living(snake, replies[seat]) : paint.faint(formatDeath(death, names));
    return `${paint.on(snake.customizations.color, ` ${headLetter(seat)} `)} ${snake.name.padEnd(width)}  ${state}`;
  });
  return [paint.strong(`turn ${frame.turn}`), ...drawBoard(frame, deaths, paint), ...snakes];
}

/** How a snake went, with the one that did it. */
export function formatDeath({ cause, by, seat, turn }: Gone, names: readonly string[]): string {
  const killer = by < 0 || by === seat ? '' : ` by ${names[by]}`;
  return `${cause ?? 'gone'}${killer} on turn ${turn}`;
}

function living({ health, length, shout }: Snake, reply: Reply | undefined): string {
  const took = reply === undefined ? '' : `${reply.took.toFixed(1)} ms`;
  const state = `health ${String(health).padStart(3)}  length ${String(length).padStart(3)}  ${took.padStart(9)}`;
  const said = printable(reply?.shout || shout);
  return (said === '' ? state : `${state}  “${said}”`).trimEnd();
}

/** One line for each row, the top row first, two characters a cell. */
function drawBoard({ board, snakes, turn }: Frame, deaths: readonly Gone[], paint: Paint): string[] {
  const { width, height } = board;
  const cells = Array.from({ length: height }, () => Array.from({ length: width }, () => paint.faint(` ${EMPTY}`)));
  const put = ({ x, y }: Coordinate, cell: string): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) cells[height - 1 - y]![x] = cell;
  };
  for (const [cell, depth] of stacks(board.hazards)) put(cell, paint.in(HAZARD_COLOR, ` ${stackMark(depth)}`));
  for (const cell of board.food) put(cell, paint.in(FOOD_COLOR, ` ${FOOD}`));
  const isOut = (seat: number) => deaths.some((death) => death.seat === seat && death.turn <= turn);
  snakes.forEach(({ body, customizations: { color } }, seat) => {
    if (isOut(seat)) return;
    const letter = headLetter(seat);
    for (const cell of body.toReversed()) put(cell, paint.on(color, ` ${letter.toLowerCase()}`));
    put(body[0]!, paint.on(color, ` ${letter}`));
  });
  return cells.map((row) => row.join(''));
}

function stackMark(depth: number): string {
  return depth === 1 ? HAZARD : String(Math.min(depth, HIGHEST_DRAWN_STACK));
}

function stacks(hazards: readonly Coordinate[]): [Coordinate, number][] {
  const found = new Map<string, [Coordinate, number]>();
  for (const cell of hazards) {
    const key = `${cell.x},${cell.y}`;
    found.set(key, [cell, (found.get(key)?.[1] ?? 0) + 1]);
  }
  return [...found.values()];
}
