/**
 * Makes text that strangers and strategies chose (names, shouts, ids, error messages) safe to show. Called for every
 * line that reaches a terminal: by `print.ts`, by the tables and drawings, and by the log.
 */

/** Control characters (C0, C1), format characters such as reversals of the direction, and line separators. */
const OBEYED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** The same, except line breaks and colour codes. Group 1 is what may stay. */
// eslint-disable-next-line no-control-regex -- it looks for exactly those
const OBEYED_IN_DRAWING = /(\n|\u001B\[[\d;]*m)|[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** An escape sequence of JSON, or a character that JSON does not escape and a terminal may obey. */
const OBEYED_IN_JSON = /\\(?:u[\da-f]{4}|.)|[\u007F-\u009F\p{Cf}\p{Zl}\p{Zp}]/giu;

/** The text on one line, with a space for each character that a terminal would obey. */
export function printable(text: string): string {
  return text.replaceAll(OBEYED, ' ');
}

/** The text on as many lines as it has, each made printable. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n');
}

/**
 * A drawing with its lines and colours, and a space for every other character that a terminal would obey. Foreign text
 * must be made {@link printable} before it is drawn: it could contain its own colours.
 */
export function printableDrawing(text: string): string {
  return text.replaceAll(OBEYED_IN_DRAWING, (_, kept: string | undefined) => kept ?? ' ');
}

/** The same JSON, with an escape sequence for each character that a terminal would obey. */
export function printableJson(json: string): string {
  return json.replaceAll(OBEYED_IN_JSON, (found) => (found.startsWith('\\') ? found : toEscapes(found)));
}

/** JSON whose strings no longer hold what {@link printable} removes, except line breaks. */
export function printableStrings(json: string): string {
  return json.replaceAll(OBEYED_IN_JSON, (found) => (found.startsWith('\\') && !isObeyed(found) ? found : ' '));
}

function isObeyed(escape: string): boolean {
  if (/^\\[bfr]$/.test(escape)) return true;
  if (!/^\\u/i.test(escape)) return false;
  const character = String.fromCharCode(parseInt(escape.slice(2), 16));
  return character !== '\n' && printable(character) !== character;
}

/** Characters beyond 16 bits take two escape sequences. */
function toEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    return `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  }).join('');
}
