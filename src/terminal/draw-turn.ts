/**
 * Draws a turn: the board as letters, and a line for each snake. Called by `play` and `replay`. The types below are the
 * part of the arena's and the journal's types that is drawn.
 */
import stringWidth from 'string-width';
import { stacksOf } from '../drawing/board-drawing.js';
import { describeDeath } from '../rules/describe-death.js';
import { EMPTY, FOOD, HAZARD, headLetter, HIGHEST_DRAWN_STACK } from '../rules/picture/legend.js';
import type { Coordinate, EliminationCause, Seat } from '../rules/types.js';
import { onBackground, type Colors } from './colors.js';
import { formatMs } from '../views/numbers.js';
import { padColumns } from './format-table.js';
import { printable } from './printable.js';

interface DrawnSnake {
  readonly name: string;
  readonly health: number;
  readonly length: number;
  readonly shout: string;
  /** Head first. */
  readonly body: readonly Coordinate[];
  /** `color` is `#rrggbb`. */
  readonly customizations: { readonly color: string; readonly head?: string; readonly tail?: string };
}

interface DrawnReply {
  /** In ms. */
  readonly took: number;
  readonly shout: string;
}

export interface DrawnDeath {
  readonly seat: Seat;
  /** Absent if the engine does not report it. */
  readonly cause?: EliminationCause | undefined;
  /** The killer's seat; −1 for nobody. */
  readonly by: Seat;
  /** The turn that eliminated the snake. */
  readonly turn: number;
  /** It was dead on that turn, and may have died on an earlier one. */
  readonly isLatest?: boolean | undefined;
}

export interface TurnDrawing {
  readonly turn: number;
  readonly board: {
    readonly width: number;
    readonly height: number;
    readonly food: readonly Coordinate[];
    readonly hazards: readonly Coordinate[];
  };
  /** By seat, the dead included. */
  readonly snakes: readonly DrawnSnake[];
  /** By seat: the answers to this turn, as far as there are any. */
  readonly replies: readonly (DrawnReply | undefined)[];
  /** All deaths of the game; later ones are not drawn. */
  readonly deaths: readonly DrawnDeath[];
  /** Cells that a strategy has noted down: each is drawn with a {@link MARK} before it. */
  readonly marks?: readonly Coordinate[] | undefined;
}

const MARK = '>';

const FOOD_COLOR = '#e2574c';
const HAZARD_COLOR = '#8a6fb3';

/** The lines of a drawing: the turn's number, the board, the snakes. Names and shouts are made printable. */
export function drawTurn(drawn: TurnDrawing, colors: Colors): string[] {
  const names = drawn.snakes.map(({ name }) => printable(name));
  const width = Math.max(0, ...names.map((name) => stringWidth(name)));
  const snakes = drawn.snakes.map((snake, seat) => {
    const death = deathOf(drawn, seat);
    const state =
      death === undefined ? formatLiving(snake, drawn.replies[seat]) : colors.dim(formatDeath(death, names));
    const letter = onBackground(colors, snake.customizations.color, ` ${headLetter(seat)} `);
    return `${letter} ${padColumns(names[seat]!, width)}  ${state}`;
  });
  return [colors.bold(`turn ${drawn.turn}`), ...drawBoard(drawn, colors), ...snakes];
}

/** How a snake died, and by whom: `ran into greedy on turn 7`. `names` are by seat. */
export function formatDeath(death: DrawnDeath, names: readonly string[]): string {
  return describeDeath(death, names[death.by]);
}

function formatLiving({ health, length, shout }: DrawnSnake, reply: DrawnReply | undefined): string {
  const took = reply === undefined ? '' : formatMs(reply.took);
  const state = `health ${String(health).padStart(3)}  length ${String(length).padStart(3)}  ${took.padStart(9)}`;
  const shouted = printable(reply?.shout || shout);
  return (shouted === '' ? state : `${state}  “${shouted}”`).trimEnd();
}

/** One line for each row, the top row first, two characters a cell. */
function drawBoard(drawn: TurnDrawing, colors: Colors): string[] {
  const { width, height, hazards, food } = drawn.board;
  const marks = new Set(drawn.marks?.map(({ x, y }) => `${x},${y}`));
  const prefix = (x: number, y: number): string => (marks.has(`${x},${y}`) ? MARK : ' ');
  const cells = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (__, x) => colors.dim(`${prefix(x, height - 1 - row)}${EMPTY}`)),
  );
  const put = ({ x, y }: Coordinate, paint: (text: string) => string, mark: string): void => {
    if (x >= 0 && x < width && y >= 0 && y < height) cells[height - 1 - y]![x] = paint(`${prefix(x, y)}${mark}`);
  };
  for (const { cell, depth } of stacksOf(hazards)) put(cell, colors.hex(HAZARD_COLOR), formatStack(depth));
  for (const cell of food) put(cell, colors.hex(FOOD_COLOR), FOOD);
  drawn.snakes.forEach(({ body, customizations: { color } }, seat) => {
    if (deathOf(drawn, seat) !== undefined) return;
    const letter = headLetter(seat);
    const paint = (text: string) => onBackground(colors, color, text);
    for (const cell of body.toReversed()) put(cell, paint, letter.toLowerCase());
    // An untrusted snake may have no body.
    for (const head of body.slice(0, 1)) put(head, paint, letter);
  });
  return cells.map((row) => row.join(''));
}

function deathOf({ deaths, turn }: TurnDrawing, seat: Seat): DrawnDeath | undefined {
  return deaths.find((death) => death.seat === seat && death.turn <= turn);
}

function formatStack(depth: number): string {
  return depth === 1 ? HAZARD : String(Math.min(depth, HIGHEST_DRAWN_STACK));
}
