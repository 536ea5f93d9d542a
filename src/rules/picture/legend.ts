/** The characters of a picture, shared by `format-picture.ts` and `parse-picture.ts`. */
import type { Coordinate } from '../types.js';

export const EMPTY = '.';
export const FOOD = '*';
/** A cell with one hazard; a stack is drawn as its height. */
export const HAZARD = '#';
/** A higher stack of hazards is drawn as this height. */
export const HIGHEST_DRAWN_STACK = 9;

/** Matches a row of a picture, but no line below the rows. */
export const ROW = /^[.*#2-9A-Pa-p]+$/;

/** The letter of a snake's head: `A` for seat 0. Its body is the small letter. */
export function headLetter(seat: number): string {
  return String.fromCharCode('A'.charCodeAt(0) + seat);
}

/** The steps of a written body, from head to tail; `=` stays on the cell. */
export const BODY_STEPS: Readonly<Record<string, Coordinate>> = {
  u: { x: 0, y: 1 },
  d: { x: 0, y: -1 },
  l: { x: -1, y: 0 },
  r: { x: 1, y: 0 },
  '=': { x: 0, y: 0 },
};

/** What the rows show. Lists are in reading order: the top row first, from left to right. */
export interface Drawing {
  readonly width: number;
  readonly height: number;
  readonly food: readonly Coordinate[];
  readonly hazards: readonly Coordinate[];
  /** The cells of each letter. */
  readonly cells: ReadonlyMap<string, readonly Coordinate[]>;
}

/** Reads the rows of a picture, the top row first. The caller checks that all have one length. */
export function readRows(rows: readonly string[]): Drawing {
  const food: Coordinate[] = [];
  const hazards: Coordinate[] = [];
  const cells = new Map<string, Coordinate[]>();
  rows.forEach((row, index) => {
    const y = rows.length - 1 - index;
    row.split('').forEach((mark, x) => {
      if (mark === FOOD) food.push({ x, y });
      else if (mark === HAZARD) hazards.push({ x, y });
      else if (/\d/.test(mark)) hazards.push(...Array.from({ length: Number(mark) }, () => ({ x, y })));
      else if (mark !== EMPTY) cells.set(mark, [...(cells.get(mark) ?? []), { x, y }]);
    });
  });
  return { width: rows[0]?.length ?? 0, height: rows.length, food, hazards, cells };
}

/**
 * The body of a snake as the rows show it. It starts at the head and continues with the only adjacent cell of its
 * letter that it does not have yet. `undefined` if there are several, if cells are left over, and if there is not
 * exactly one head.
 */
export function followBody(drawing: Drawing, head: string, wraps: boolean): Coordinate[] | undefined {
  const left = [...(drawing.cells.get(head.toLowerCase()) ?? [])];
  const heads = drawing.cells.get(head) ?? [];
  if (heads.length !== 1) return undefined;
  const body = [heads[0]!];
  while (left.length > 0) {
    const last = body.at(-1)!;
    const next = left.filter((cell) => isNext(drawing, last, cell, wraps));
    if (next.length !== 1) return undefined;
    body.push(next[0]!);
    left.splice(left.indexOf(next[0]!), 1);
  }
  return body;
}

function isNext({ width, height }: Drawing, a: Coordinate, b: Coordinate, wraps: boolean): boolean {
  const dx = Math.abs(a.x - b.x);
  const dy = Math.abs(a.y - b.y);
  if (dx + dy === 1) return true;
  return wraps && ((dy === 0 && dx === width - 1) || (dx === 0 && dy === height - 1));
}
