/** Parses a picture of a position. `format-picture.ts` describes the format. */
import { STANDARD_BOARD_RULES, type BoardRules, type Position } from '../position.js';
import { fromPlain, type PlainSnake } from '../plain.js';
import type { Elimination } from '../snakes.js';
import { ELIMINATION_CAUSES, FULL_HEALTH, MAX_SNAKES, type Coordinate, type EliminationCause } from '../types.js';
import { BODY_STEPS, followBody, headLetter, readRows, ROW, type Drawing } from './legend.js';

/** The words of a line below the rows. A word in quotes may contain blanks. */
type Line = readonly string[];

/**
 * The position of a picture. Ignores blank lines and indentation, so that a picture can be a template string. Letters
 * are seats: `C` without `A` and `B` is an error. Throws an `Error` that quotes the invalid part and what to write
 * instead.
 */
export function parsePicture(picture: string): Position {
  const lines = picture
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const firstLine = lines.findIndex((line) => !ROW.test(line));
  const rows = firstLine < 0 ? lines : lines.slice(0, firstLine);
  const named = new Map<string, Line>();
  for (const line of firstLine < 0 ? [] : lines.slice(firstLine)) {
    const [name, words] = splitLine(line);
    // The line processed last comes first in the picture, and counts.
    named.set(name, [...words, ...(named.get(name) ?? [])]);
  }
  checkRows(rows);
  checkNames(named);

  const rules = parseRules(named.get('rules') ?? []);
  const drawing = readRows(rows);
  return fromPlain({
    width: drawing.width,
    height: drawing.height,
    turn: Number(named.get('turn')?.[0] ?? 0),
    food: parseList(named.get('food')) ?? drawing.food,
    hazards: parseList(named.get('hazards')) ?? drawing.hazards,
    snakes: parseSnakes(drawing, named, rules.wraps),
    rules,
  });
}

function splitLine(line: string): [string, Line] {
  const [name = '', ...words] = [...line.matchAll(/"(?:[^"\\]|\\.)*"|\S+/g)].map(([word]) => word);
  return [name, words];
}

function checkRows(rows: readonly string[]): void {
  const odd = rows.find((row) => row.length !== rows[0]!.length);
  if (odd !== undefined)
    throw new Error(`The row "${odd}" is not as long as "${rows[0]}": all rows must have one length.`);
}

const NAMES = ['turn', 'rules', 'food', 'hazards'];

function checkNames(named: ReadonlyMap<string, Line>): void {
  for (const [name, words] of named) {
    if (NAMES.includes(name) || /^[A-P]$/.test(name)) continue;
    const line = [name, ...words].join(' ');
    throw new Error(`Cannot read the line "${line}". Rows come first; then lines for ${NAMES.join(', ')} or a snake.`);
  }
}

function parseRules(words: Line): BoardRules {
  const damage = words.indexOf('damage');
  return {
    wraps: words.includes('wraps'),
    grows: words.includes('grows'),
    matesPass: words.includes('mates-pass'),
    hazardDamage: damage < 0 ? STANDARD_BOARD_RULES.hazardDamage : Number(words[damage + 1]),
  };
}

function parseList(words: Line | undefined): Coordinate[] | undefined {
  return words?.flatMap((word) => {
    const [cell, height = '1'] = word.split('x');
    return Array.from({ length: Number(height) }, () => parseCell(cell!));
  });
}

function parseCell(word: string): Coordinate {
  const match = /^(-?\d+),(-?\d+)$/.exec(word);
  if (match === null) throw new Error(`"${word}" is not a cell. Write it as "3,4".`);
  return { x: Number(match[1]), y: Number(match[2]) };
}

function parseSnakes(drawing: Drawing, named: ReadonlyMap<string, Line>, wraps: boolean): PlainSnake[] {
  const letters = Array.from({ length: MAX_SNAKES }, (_, seat) => headLetter(seat));
  const count = letters.findLastIndex(
    (letter) => named.has(letter) || drawing.cells.has(letter) || drawing.cells.has(letter.toLowerCase()),
  );
  return letters.slice(0, count + 1).map((letter) => {
    const words = named.get(letter) ?? [];
    return {
      id: parseId(letter, named),
      health: Number(valueOf(words, 'health') ?? FULL_HEALTH),
      body: parseBody(drawing, letter, words, wraps),
      squad: unquote(valueOf(words, 'squad') ?? ''),
      elimination: parseElimination(words, named),
    };
  });
}

function parseId(letter: string, named: ReadonlyMap<string, Line>): string {
  return unquote(valueOf(named.get(letter) ?? [], 'id') ?? letter.toLowerCase());
}

function parseElimination(words: Line, named: ReadonlyMap<string, Line>): Elimination | undefined {
  const cause = valueOf(words, 'out');
  if (cause === undefined) return undefined;
  const killer = valueOf(words, 'by');
  return {
    cause: parseCause(cause),
    by: killer === undefined ? '' : parseId(killer, named),
    turn: Number(valueOf(words, 'on') ?? 0),
  };
}

function parseBody(drawing: Drawing, letter: string, words: Line, wraps: boolean): Coordinate[] {
  const at = words.indexOf('body');
  if (at >= 0) return parsePath(words.slice(at + 1));
  const body = followBody(drawing, letter, wraps);
  if (body === undefined) {
    throw new Error(`Cannot follow the body of snake ${letter}. Write it out below: "${letter} body 3,4 ddl".`);
  }
  const length = Number(valueOf(words, 'length') ?? body.length);
  return [...body, ...Array.from({ length: length - body.length }, () => body.at(-1)!)];
}

/** Reads cells and steps up to the first word that is neither. */
function parsePath(words: Line): Coordinate[] {
  const body: Coordinate[] = [];
  for (const word of words) {
    if (/^-?\d+,/.test(word)) body.push(parseCell(word));
    else if (/^[udlr=]+$/.test(word) && body.length > 0) for (const step of word) body.push(afterStep(body, step));
    else break;
  }
  return body;
}

function afterStep(body: readonly Coordinate[], step: string): Coordinate {
  const last = body.at(-1)!;
  return { x: last.x + BODY_STEPS[step]!.x, y: last.y + BODY_STEPS[step]!.y };
}

function parseCause(word: string): EliminationCause {
  const cause = ELIMINATION_CAUSES.find((known) => known === word);
  if (cause === undefined) throw new Error(`"${word}" is not a cause. Known causes: ${ELIMINATION_CAUSES.join(', ')}.`);
  return cause;
}

function valueOf(words: Line, name: string): string | undefined {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words[at + 1];
}

function unquote(word: string): string {
  return word.startsWith('"') ? String(JSON.parse(word)) : word;
}
