/**
 * The only place where commands write to the terminal. Control characters in untrusted text are shown and never obeyed;
 * `test/house.test.ts` keeps `console` out of all other files.
 */
import { printableDrawing, printableJson, printableLines } from './printable.js';
import { wrapLines } from './format-table.js';

/** Prints lines of plain text, within the width of the terminal. */
export function print(text: string): void {
  console.log(wrapLines(printableLines(text), process.stdout.columns));
}

/** Prints lines of plain text to standard error, within the width of the terminal. */
export function printError(text: string): void {
  console.error(wrapLines(printableLines(text), process.stderr.columns));
}

/** Prints lines that may be coloured; the text in them was made printable before it was coloured. */
export function printDrawing(text: string): void {
  console.log(printableDrawing(text));
}

/** Prints a value as JSON. `indent` is the number of spaces; without it, all is on one line. */
export function printJson(value: unknown, indent?: number): void {
  console.log(printableJson(JSON.stringify(value, undefined, indent)));
}
