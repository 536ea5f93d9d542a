/** A position as a test: a drawing for people, the moves that are allowed and forbidden there, and the request itself. */
import { DIRECTIONS, type Direction } from '../../rules/types.js';
import { UsageError } from '../../errors.js';

/** The first words of a file with a position. */
const MARK = '# position:';

export interface PositionFixture {
  readonly allowed: readonly Direction[];
  readonly forbidden: readonly Direction[];
  /** The request as it arrived. */
  readonly text: string;
}

export function isPositionFixture(text: string): boolean {
  return text.startsWith(MARK);
}

/** A file whose moves are to be filled in. */
export function formatPositionFixture(title: string, drawing: string, text: string): string {
  const body = JSON.stringify(JSON.parse(text));
  const hint =
    '# Fill in any of: up down left right. "serpentarium replay" on this file asks the strategy, and exits with 1 if it is wrong.';
  const picture = drawing.split('\n').map((line) => `# ${line}`.trimEnd());
  return [`${MARK} ${title}`, ...picture, hint, 'allowed:', 'forbidden:', `request: ${body}`, ''].join('\n');
}

/** Throws a {@link UsageError} with the line of a word that is no move. */
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
      throw new UsageError([
        { source: file, line: index + 1, message: `"${word}" is not one of ${DIRECTIONS.join(', ')}.` },
      ]);
    });
  };
  const request = lines[find('request')]?.slice('request:'.length).trim();
  if (request === undefined) throw new UsageError([{ source: file, message: 'has no line "request:".' }]);
  return { allowed: movesOf('allowed'), forbidden: movesOf('forbidden'), text: request };
}

/** What is wrong with a move, or nothing. */
export function checkMove({ allowed, forbidden }: PositionFixture, move: Direction): string | undefined {
  if (forbidden.includes(move)) return `${move} is forbidden`;
  if (allowed.length > 0 && !allowed.includes(move)) return `${move} is not among the allowed: ${allowed.join(', ')}`;
  return undefined;
}
