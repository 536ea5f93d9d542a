/** Reads files of users as text, and as JSON values, and decides what these are: a game has many forms. */
import { decodeText, diskReason, readBytes } from '../config/read-text.js';
import { messageOf, usageFault } from '../errors/errors.js';
import { isRecord } from '../errors/kind-of.js';

/** The largest file, or answer of an engine, with one game. */
export const MAX_GAME_BYTES = 256 * 1024 * 1024;
/** Most frames or turns of a game: four times as many as the platform plays. */
export const MAX_FRAMES = 20_000;
/** Deepest nesting of lists that is searched: pages in a list of pages. */
const MAX_DEPTH = 8;

/** A JSON value of a file, and the line on which it begins. */
export interface FileValue {
  readonly value: unknown;
  readonly line: number;
}

/** The text of a file with a game or position. Throws a `UsageError` if it is unreadable, too large, or not UTF-8. */
export function readFile(file: string): string {
  try {
    return decodeText(readBytes(file, MAX_GAME_BYTES));
  } catch (thrown) {
    throw usageFault(file, `${diskReason(thrown)}.`);
  }
}

/**
 * The values of a file, one after the other: on a line each, or on many, or without a break between them. A list counts
 * as its items. Throws a `UsageError` that names the line of a value that is not JSON.
 */
export function parseValues(file: string, text: string): FileValue[] {
  let whole: unknown;
  try {
    whole = JSON.parse(text);
  } catch {
    return Array.from(splitValues(text), ({ text: part, line, isCut }) => {
      try {
        return flatten(JSON.parse(part), line);
      } catch (thrown) {
        const likely = isCut ? ' Was the file cut off?' : '';
        throw usageFault({ source: file, line }, `is not JSON: ${messageOf(thrown)}.${likely}`);
      }
    }).flat();
  }
  return flatten(whole, 1);
}

function flatten(value: unknown, line: number, depth = 0): FileValue[] {
  if (!Array.isArray(value) || depth > MAX_DEPTH) return [{ value, line }];
  return value.flatMap((one) => flatten(one, line, depth + 1));
}

/** The texts of the values. One that is neither a list nor an object ends with its line. */
function* splitValues(text: string) {
  let [start, line, first, depth] = [0, 1, 1, 0];
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '"') at = endOfString(text, at);
    else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === '\n') line++;
    else continue;
    if (depth > 0 || char === '"') continue;
    const part = text.slice(start, at + 1).trim();
    if (part !== '') yield { text: part, line: first, isCut: false };
    [start, first, depth] = [at + 1, line, 0];
  }
  if (text.slice(start).trim() !== '') yield { text: text.slice(start), line: first, isCut: depth > 0 };
}

/** The index of the quotation mark that ends a string, or of the last character. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length - 1 && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** A field by its name in any case: engines in Go write and read any. */
export function fieldOf(value: unknown, name: string): unknown {
  if (!isRecord(value)) return undefined;
  if (Object.hasOwn(value, name)) return value[name];
  const key = Object.keys(value).find((each) => each.toLowerCase() === name.toLowerCase());
  return key === undefined ? undefined : value[key];
}

/** Keys that only values of a format have; the first format with such a value is the file's. */
const FORMATS = {
  frames: [['Frames'], ['LastFrame'], ['Turn', 'Snakes'], ['Type', 'Data']],
  turns: [['board'], ['turn'], ['winnerId'], ['id', 'ruleset']],
  game: [['Game']],
} as const;

/** What these values are, by their keys: frames of an engine, turns as requests have them, or only a game. */
export function formatOf(values: readonly FileValue[]): keyof typeof FORMATS | undefined {
  const has = (names: readonly string[]) =>
    values.some(({ value }) => names.every((name) => fieldOf(value, name) !== undefined));
  return (Object.keys(FORMATS) as (keyof typeof FORMATS)[]).find((format) => FORMATS[format].some(has));
}
