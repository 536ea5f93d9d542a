/** Text in columns. Called by every command that prints a table. */
import stringWidth from 'string-width';
import { printable } from './printable.js';

/**
 * Rows below a heading. Cells are made printable. Each column is as wide as its widest cell, counted in terminal
 * columns: `蛇` takes two.
 */
export function formatTable(heading: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heading, ...rows].map((cells) => cells.map(printable));
  const widths = heading.map((_, column) => Math.max(...lines.map((line) => stringWidth(line[column] ?? ''))));
  return lines.map((line) => formatLine(line, widths)).join('\n');
}

/** Fills the text with spaces up to `width` terminal columns. Longer text stays as it is. */
export function padColumns(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - stringWidth(text)));
}

function formatLine(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, column) => padColumns(cell, widths[column]!))
    .join('  ')
    .trimEnd();
}
