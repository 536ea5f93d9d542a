/** Breaks text into lines that fit into some terminal columns. Called by the tables, and for paragraphs. */
import stringWidth from 'string-width';

/** Columns that are assumed of a file or a pipe. */
const LINE_WIDTH = 80;
/** Reports are never narrower, even if the terminal is. */
const MIN_WIDTH = 40;

const graphemes = new Intl.Segmenter();

/** Columns of the terminal behind standard output; 80 in a file or a pipe. */
export function terminalWidth(): number {
  return Math.max(MIN_WIDTH, process.stdout.columns ?? LINE_WIDTH);
}

/** Lines that stay whole: what is indented is laid out already, or to be pasted, as a command is. */
const LAID_OUT = /^(\s|npx )/;

/**
 * Sentences as lines of a terminal: each line that is too wide for `columns` is broken at its spaces. Without columns,
 * in a file or a pipe, nothing changes.
 */
export function wrapLines(text: string, columns: number | undefined): string {
  if (columns === undefined) return text;
  const width = Math.max(MIN_WIDTH, columns);
  return text
    .split('\n')
    .flatMap((line) => (LAID_OUT.test(line) ? line : breakLine(line, width, keepWhole)))
    .join('\n');
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

/** A path or a link that is broken can be neither followed nor copied. */
function keepWhole(word: string): string[] {
  return [word];
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
