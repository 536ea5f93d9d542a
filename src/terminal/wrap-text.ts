/** Breaks text into lines that fit into some terminal columns. Called by the tables, and for paragraphs. */
import stringWidth from 'string-width';

/** The narrowest terminal that reports are made for, in columns. Also assumed of a file or a pipe. */
export const LINE_WIDTH = 80;
const MIN_WIDTH = 40;

const graphemes = new Intl.Segmenter();

/** Columns of the terminal behind standard output; 80 in a file or a pipe. */
export function terminalWidth(): number {
  return Math.max(MIN_WIDTH, process.stdout.columns ?? LINE_WIDTH);
}

/**
 * The lines of a text on one line, broken at its spaces. Only a word that is too wide itself is broken inside, between
 * two characters as people see them: `蛇` takes two columns and stays whole.
 */
export function wrapText(text: string, width = LINE_WIDTH): string[] {
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
    const pieces = breakWord(word, width);
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
