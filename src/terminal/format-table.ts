/**
 * Text in columns, and paragraphs in lines that fit a terminal. Called by every command that prints them. A table in 38
 * columns, whose third column wraps:
 *
 * ```text
 * snake      games  how it died
 * /greedy    12     ran into itself on
 *                   turn 112
 * /cautious  12     starved
 *
 * snake      lost
 * /greedy    3
 * /cautious  0
 * ```
 */
import stringWidth from 'string-width';
import { printable } from './printable.js';

interface TableLayout {
  /** Most terminal columns of a line (default: no limit). */
  readonly width?: number;
  /** Indexes of the columns that give way first, the wider one before the other: their cells are wrapped. */
  readonly wraps?: readonly number[];
}

/** The widths of a table's columns: the present ones, and those without a limit. */
interface Room extends Required<TableLayout> {
  readonly widths: number[];
  readonly natural: readonly number[];
}

const GAP = 2;
const INDENT = '  ';
/** Narrowest column that still reads well. */
const MIN_COLUMN = 16;
/** Share of the lines that the first column may take, if the table is too wide. */
const FIRST_SHARE = 0.4;

/**
 * Rows below a heading. Cells are made printable. Each column is as wide as its widest cell, counted in terminal
 * columns: `蛇` takes two.
 *
 * A table that is wider than its layout allows gives up width in this order: the columns that wrap, then the first
 * column; then the columns that still do not fit follow below, in a block that begins with the first column again.
 */
export function formatTable(
  heading: readonly string[],
  rows: readonly (readonly string[])[],
  { width = Infinity, wraps = [] }: TableLayout = {},
): string {
  const lines = [heading, ...rows].map((cells) => cells.map(printable));
  const natural = heading.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))));
  const widths = fitWidths(natural, width, wraps);
  const blocks = splitColumns(widths, width);
  for (const columns of blocks) widenColumns(columns, { widths, natural, width, wraps });
  return blocks.map((columns) => lines.flatMap((line) => formatRow(line, columns, widths)).join('\n')).join('\n\n');
}

/** Fills the text with spaces up to `width` terminal columns. Does not change longer text. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

function fitWidths(natural: readonly number[], width: number, wraps: readonly number[]): number[] {
  const widths = [...natural];
  const excess = () => totalOf(widths) - width;
  while (wraps.length > 0 && excess() > 0) {
    const widest = wraps.reduce((a, b) => (widths[b]! > widths[a]! ? b : a));
    if (widths[widest]! <= MIN_COLUMN) break;
    widths[widest]! -= 1;
  }
  if (excess() > 0) widths[0] = Math.min(widths[0]!, Math.floor(width * FIRST_SHARE));
  return widths.map((each, column) => (column === 0 ? each : Math.min(each, width - widths[0]! - GAP)));
}

function totalOf(widths: readonly number[]): number {
  return widths.reduce((sum, each) => sum + each + GAP, -GAP);
}

/** The columns of each block: the first one, and as many of the others as fit next to it. */
function splitColumns(widths: readonly number[], width: number): number[][] {
  const blocks: number[][] = [[0]];
  for (let column = 1; column < widths.length; column++) {
    const block = blocks.at(-1)!;
    const longer = [...block, column];
    if (block.length === 1 || totalOf(longer.map((each) => widths[each]!)) <= width) block.push(column);
    else blocks.push([0, column]);
  }
  return blocks;
}

/** Gives the room that is left in a block to its columns that wrap. */
function widenColumns(columns: readonly number[], { widths, natural, width, wraps }: Room): void {
  for (const column of columns.filter((each) => wraps.includes(each))) {
    const left = width - totalOf(columns.map((each) => widths[each]!));
    widths[column] = Math.min(natural[column]!, widths[column]! + Math.max(0, left));
  }
}

/** The lines of one row: as many as its longest cell takes. */
function formatRow(cells: readonly string[], columns: readonly number[], widths: readonly number[]): string[] {
  const wrapped = columns.map((column) => {
    const cell = cells[column] ?? '';
    return column === 0 ? wrapIndented(cell, widths[column]!) : wrapText(cell, widths[column]!);
  });
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) =>
    wrapped
      .map((cell, index) => padColumns(cell[line] ?? '', widths[columns[index]!]!))
      .join(' '.repeat(GAP))
      .trimEnd(),
  );
}

/** Only the first line of a row begins at the margin: no part of a cell looks like a separate row. */
function wrapIndented(cell: string, width: number): string[] {
  const lines = wrapText(cell, width);
  if (lines.length === 1) return lines;
  const [first = '', ...others] = wrapText(cell, width - INDENT.length);
  return [first, ...others.map((line) => INDENT + line)];
}

/** Columns that are assumed of a file or a pipe. */
const LINE_WIDTH = 80;
/** Reports are never narrower, even if the terminal is. */
const MIN_WIDTH = 40;

const graphemes = new Intl.Segmenter();

/** Columns of the terminal behind standard output; 80 in a file or a pipe. */
export function terminalWidth(): number {
  return Math.max(MIN_WIDTH, process.stdout.columns ?? LINE_WIDTH);
}

/** Lines that stay whole: indented ones have their own layout, and commands are for copying. */
const LAID_OUT = /^(\s|npx )/;

/**
 * Sentences as lines of a terminal: each line that is too wide for `columns` is broken at its spaces. Without columns,
 * in a file or a pipe, nothing changes.
 */
export function wrapLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const width = Math.max(MIN_WIDTH, columns);
  return (
    text
      .split('\n')
      // A path or a link that is broken can be neither followed nor copied.
      .flatMap((line) => (LAID_OUT.test(line) ? line : breakLine(line, width, (word) => [word])))
      .join('\n')
  );
}

/**
 * The lines of a text on one line, broken at its spaces. Only a word that is too wide itself is broken inside, between
 * two characters as people see them: `蛇` takes two columns and stays whole.
 */
export function wrapText(text: string, width: number): string[] {
  return breakLine(text, width, breakWord);
}

/** @param breakWide makes pieces of a word that is wider than a line. */
function breakLine(text: string, width: number, breakWide: (word: string, width: number) => string[]): string[] {
  if (stringWidth(text) <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (stringWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    const pieces = breakWide(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1)!;
  }
  lines.push(line);
  return lines;
}

function breakWord(word: string, width: number): string[] {
  const pieces = [''];
  for (const { segment } of graphemes.segment(word)) {
    const longer = pieces.at(-1)! + segment;
    if (stringWidth(longer) <= width || pieces.at(-1) === '') pieces[pieces.length - 1] = longer;
    else pieces.push(segment);
  }
  return pieces;
}
