/** A strategy's note about a turn. Cleaned in the strategy's process, kept by the journal with the answer. */
import { xOf, yOf, type Grid } from '../rules/cells.js';
import type { Cell, Coordinate, Direction } from '../rules/types.js';
import { isRecord, kindOf } from '../errors/kind-of.js';
import { cutString } from './limits.js';
import { isDirection } from './move.js';

/** Most moves of a line that are kept. */
export const MAX_NOTE_MOVES = 32;
/** Most cells of a note that are kept. */
export const MAX_NOTE_CELLS = 64;
/** Most characters of a note's text that are kept. */
export const MAX_NOTE_TEXT = 256;
/** Most characters that are kept of the lines that a strategy logs in a turn. */
export const MAX_NOTE_LOG = 2000;

/** The argument of `context.note`: a strategy's thoughts about a turn. Every field is optional. */
export interface Note {
  /** The value of the position, in the strategy's own unit. */
  readonly score?: number | undefined;
  /** How many turns ahead it has searched. */
  readonly depth?: number | undefined;
  /** The number of searched positions. */
  readonly nodes?: number | undefined;
  /** The snake's own moves that it expects, the next one first. The first 32 are kept. */
  readonly line?: readonly Direction[] | undefined;
  /** Cells to mark on the drawn board, as numbers or as x and y. The first 64 are kept. */
  readonly cells?: readonly (Cell | Coordinate)[] | undefined;
  /** The first 256 characters are kept. */
  readonly text?: string | undefined;
}

/** A note, cleaned, for the journal. */
export interface CleanNote {
  readonly score?: number;
  readonly depth?: number;
  readonly nodes?: number;
  readonly line?: readonly Direction[];
  readonly cells?: readonly Coordinate[];
  readonly text?: string;
  /** Whether the strategy had pondered the turn that came; absent if it had pondered none. Added by the host. */
  readonly found?: boolean;
  /** The lines that `move` has logged. Added by the host. */
  readonly log?: readonly string[];
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const NUMBERS = ['score', 'depth', 'nodes'] as const;

/**
 * Cleans a note. `problem`: a sentence about the first invalid field. Throws only if reading the value does.
 *
 * @param grid the board, for cells that are numbers (default: they are dropped).
 */
export function readNote(value: unknown, grid?: Grid): { readonly note: CleanNote; readonly problem?: string } {
  if (!isRecord(value)) return { note: {}, problem: `given ${kindOf(value)}, not an object` };
  const note: Mutable<CleanNote> = {};
  const wrong: string[] = [];
  for (const name of NUMBERS) {
    const given = value[name];
    if (given === undefined) continue;
    if (typeof given === 'number' && !Number.isNaN(given)) note[name] = toFinite(given);
    else wrong.push(`"${name}" is ${typeof given === 'number' ? 'NaN' : kindOf(given)}, not a number`);
  }
  const { line, cells, text } = value;
  if (Array.isArray(line)) note.line = line.slice(0, MAX_NOTE_MOVES).filter(isDirection);
  else if (line !== undefined) wrong.push(`"line" is ${kindOf(line)}, not a list of moves`);
  if (Array.isArray(cells)) note.cells = cells.slice(0, MAX_NOTE_CELLS).flatMap((cell) => toCoordinate(cell, grid));
  else if (cells !== undefined) wrong.push(`"cells" is ${kindOf(cells)}, not a list of cells`);
  if (typeof text === 'string') note.text = cutString(text, MAX_NOTE_TEXT);
  else if (text !== undefined) wrong.push(`"text" is ${kindOf(text)}, not a string`);
  return wrong[0] === undefined ? { note } : { note, problem: wrong[0] };
}

/** JSON has no infinity, which is what some searches give a won position. */
function toFinite(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

function toCoordinate(cell: unknown, grid: Grid | undefined): Coordinate[] {
  if (grid !== undefined && Number.isSafeInteger(cell))
    return [{ x: xOf(grid, cell as Cell), y: yOf(grid, cell as Cell) }];
  return isCoordinate(cell) ? [{ x: cell.x, y: cell.y }] : [];
}

function isCoordinate(value: unknown): value is Coordinate {
  return isRecord(value) && Number.isSafeInteger(value['x']) && Number.isSafeInteger(value['y']);
}

/** Adds a line to a turn's log, or as much of it as is kept. */
export function keepLine(log: string[], line: string): void {
  const room = MAX_NOTE_LOG - log.join('\n').length;
  if (room > 0) log.push(cutString(line, room));
}

/** A note that the journal has kept, bounded again: an earlier release kept forged ones. */
export function readKeptNote(value: unknown): CleanNote | undefined {
  if (!isRecord(value)) return undefined;
  const { note } = readNote(value);
  const { found } = value;
  const log: string[] = [];
  for (const line of Array.isArray(value['log']) ? value['log'] : []) if (typeof line === 'string') keepLine(log, line);
  return { ...note, ...(typeof found === 'boolean' && { found }), ...(log.length > 0 && { log }) };
}
