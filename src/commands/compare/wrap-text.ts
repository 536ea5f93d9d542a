/** Breaks text into lines that fit a terminal of 80 columns. Called by the report of a match. */
import stringWidth from 'string-width';

/** The narrowest terminal that reports are made for, in columns. */
export const LINE_WIDTH = 80;

/** The lines of a text of words, each at most `width` terminal columns wide unless a single word is wider. */
export function wrapText(text: string, width = LINE_WIDTH): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const extended = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && stringWidth(extended) <= width) lines[lines.length - 1] = extended;
    else lines.push(word);
  }
  return lines;
}
