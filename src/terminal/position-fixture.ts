/**
 * A turn as a test in a file: a drawing, the moves that are allowed and forbidden, and the request. Called by the
 * commands and the page.
 */
import { DIRECTIONS, type Direction } from '../rules/types.js';
import { usageFault } from '../errors/errors.js';
import { printableJson } from './printable.js';

/** What such a file begins with, as it is written. */
const MARK = '# position:';
/** A line by which it is recognised after someone has edited it. */
const OWN_LINE = /^(# position|allowed|forbidden|request):/m;

export interface PositionFixture {
  /** Empty if every move that is not forbidden is allowed. */
  readonly allowed: readonly Direction[];
  readonly forbidden: readonly Direction[];
  /** The request as it arrived. */
  readonly text: string;
}

/** Whether a file with this content is such a test. */
export function isPositionFixture(text: string): boolean {
  return OWN_LINE.test(text);
}

/** The content of a file. Without moves, the user has yet to fill them in. */
export function formatPositionFixture(
  title: string,
  drawing: string,
  text: string,
  { allowed, forbidden }: Omit<PositionFixture, 'text'> = { allowed: [], forbidden: [] },
): string {
  const body = printableJson(JSON.stringify(JSON.parse(text)));
  const fillIn = allowed.length + forbidden.length === 0 ? 'List the allowed or forbidden moves, then run' : 'Run';
  const hint = `# ${fillIn} "serpentarium positions FILE SNAKE". It exits with 1 if the move is wrong.`;
  const picture = drawing.split('\n').map((line) => `# ${line}`.trimEnd());
  return [
    `${MARK} ${title}`,
    ...picture,
    hint,
    formatMoves('allowed', allowed),
    formatMoves('forbidden', forbidden),
    `request: ${body}`,
    '',
  ].join('\n');
}

function formatMoves(name: string, moves: readonly Direction[]): string {
  return `${name}: ${moves.join(' ')}`.trimEnd();
}

/** Reads a filled-in file. Throws a `UsageError` that names the line of a misspelt move, or a missing request. */
export function parsePositionFixture(file: string, content: string): PositionFixture {
  const lines = content.split('\n');
  const find = (name: string) => lines.findIndex((line) => line.startsWith(`${name}:`));
  const movesOf = (name: string): Direction[] => {
    const index = find(name);
    const words = (lines[index] ?? '')
      .slice(name.length + 1)
      .split(/[\s,]+/)
      .filter((word) => word !== '');
    return words.map((word) => {
      const move = DIRECTIONS.find((direction) => direction === word);
      if (move !== undefined) return move;
      throw usageFault({ source: file, line: index + 1 }, `"${word}" is not one of ${DIRECTIONS.join(', ')}.`);
    });
  };
  const request = lines[find('request')]?.slice('request:'.length).trim();
  if (request === undefined) throw usageFault(file, 'has no line "request:".');
  return { allowed: movesOf('allowed'), forbidden: movesOf('forbidden'), text: request };
}

/** The fault of a move; `undefined` if it is right. */
export function checkMove({ allowed, forbidden }: PositionFixture, move: Direction): string | undefined {
  if (forbidden.includes(move)) return `${move} is forbidden`;
  if (allowed.length > 0 && !allowed.includes(move))
    return `${move} is not one of the allowed moves: ${allowed.join(', ')}`;
  return undefined;
}
