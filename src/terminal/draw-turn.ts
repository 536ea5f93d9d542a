/** Draws a turn: the board as letters, and a line for each snake. Called by `play`, `replay` and the page. */
import stringWidth from 'string-width';
import { stacksOf } from '../drawing/board-drawing.js';
import { describeDeath } from '../rules/describe-death.js';
import { EMPTY, FOOD, HAZARD, headLetter, HIGHEST_DRAWN_STACK } from '../rules/picture/legend.js';
import type { Coordinate } from '../rules/types.js';
import { onBackground, type Colors } from './colors.js';
import type { BoardSnakeView, GameBoardView } from '../views/game.js';
import { formatMs } from '../views/numbers.js';
import { conditionOf } from '../views/words.js';
import { padColumns } from './format-table.js';
import { printable } from './printable.js';

interface DrawnReply {
  /** In ms. */
  readonly took: number;
  readonly shout: string;
}

/** Drawn over a board. */
interface TurnNotes {
  /** By seat: the answers to this turn, as far as there are any. */
  readonly replies?: readonly (DrawnReply | undefined)[];
  /** Cells that a strategy has noted down: each is drawn with a {@link MARK} before it. */
  readonly marks?: readonly Coordinate[] | undefined;
}

const MARK = '>';

const FOOD_COLOR = '#e2574c';
const HAZARD_COLOR = '#8a6fb3';

/** The lines of a drawing: the turn's number, the board, the snakes. Names and shouts are made printable. */
export function drawTurn(turn: number, board: GameBoardView, colors: Colors, notes: TurnNotes = {}): string[] {
  const names = board.snakes.map(({ name, isYou }) => printable(isYou ? `${name} (you)` : name));
  const width = Math.max(0, ...names.map((name) => stringWidth(name)));
  const snakes = board.snakes.map((snake, seat) => {
    const { death, color } = snake;
    const killer = names[board.snakes.findIndex(({ id }) => id === death?.by)];
    const state =
      death === undefined ? formatLiving(snake, notes.replies?.[seat]) : colors.dim(describeDeath(death, killer));
    return `${onBackground(colors, color, ` ${headLetter(seat)} `)} ${padColumns(names[seat]!, width)}  ${state}`;
  });
  return [colors.bold(`turn ${turn}`), ...drawBoard(board, notes.marks, colors), ...snakes];
}

function formatLiving({ shout = '', ...snake }: BoardSnakeView, reply: DrawnReply | undefined): string {
  const took = reply === undefined ? '' : formatMs(reply.took);
  const { health, length } = conditionOf(snake);
  const state = `health ${health.padStart(3)}  length ${length.padStart(3)}  ${took.padStart(9)}`;
  const shouted = printable(reply?.shout || shout);
  return (shouted === '' ? state : `${state}  “${shouted}”`).trimEnd();
}

/** One line for each row, the top row first, two characters a cell. */
function drawBoard(board: GameBoardView, marked: TurnNotes['marks'], colors: Colors): string[] {
  const { width, height, hazards, food, snakes } = board;
  const marks = new Set(marked?.map(({ x, y }) => `${x},${y}`));
  const prefix = (x: number, y: number): string => (marks.has(`${x},${y}`) ? MARK : ' ');
  const cells = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, x) => colors.dim(`${prefix(x, height - 1 - row)}${EMPTY}`)),
  );
  const put = ({ x, y }: Coordinate, paint: (text: string) => string, mark: string): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) cells[height - 1 - y]![x] = paint(`${prefix(x, y)}${mark}`);
  };
  for (const { cell, depth } of stacksOf(hazards)) put(cell, colors.hex(HAZARD_COLOR), formatStack(depth));
  for (const cell of food) put(cell, colors.hex(FOOD_COLOR), FOOD);
  snakes.forEach(({ body, color, death }, seat) => {
    if (death !== undefined) return;
    const letter = headLetter(seat);
    const paint = (text: string) => onBackground(colors, color, text);
    for (const cell of body.toReversed()) put(cell, paint, letter.toLowerCase());
    // An untrusted snake may have no body.
    for (const head of body.slice(0, 1)) put(head, paint, letter);
  });
  return cells.map((row) => row.join(''));
}

function formatStack(depth: number): string {
  return depth === 1 ? HAZARD : String(Math.min(depth, HIGHEST_DRAWN_STACK));
}
