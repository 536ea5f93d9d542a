/** Bodies that strangers invent: whole games in one request, small and long. */

/** The largest body that the host accepts, less a little. */
const LARGE = 5_900_000;
const CELL = '{"x":1,"y":1}';
/** The first cell of every invented snake. */
const BODY = '[{"x":5,"y":5},{"x":5,"y":4},{"x":5,"y":3}]';

let invented = 0;

/** What an invented body says; each part is JSON. */
export interface Invention {
  readonly id?: string;
  readonly timeout?: number;
  /** Of the ruleset; any but `cli` makes a first turn alone on the board look like a health probe. */
  readonly version?: string;
  readonly turn?: number;
  readonly hazards?: string;
  /** Width and height of the board. */
  readonly size?: number;
  readonly body?: string;
  /** Further snakes on the board, each with a comma before it. */
  readonly others?: string;
  /** Further fields of the whole, each with a comma before it. */
  readonly more?: string;
}

/** A body of a game that nobody has played. */
export function invent({
  id = newId(),
  timeout = 500,
  version = 'cli',
  turn = 0,
  hazards = '[]',
  size = 11,
  body = BODY,
  others = '',
  more = '',
}: Invention = {}): string {
  const you = `{"id":"a","name":"a","health":100,"body":${body},"head":{"x":5,"y":5},"length":3}`;
  const game = `{"id":"${id}","ruleset":{"name":"standard","version":"${version}"},"timeout":${timeout}}`;
  const board = `{"width":${size},"height":${size},"food":[],"hazards":${hazards},"snakes":[${you}${others}]}`;
  return `{"game":${game},"turn":${turn},"board":${board},"you":${you}${more}}`;
}

/** A second snake, so that the body is no health probe. */
export const RIVAL =
  ',{"id":"b","name":"b","health":100,"body":[{"x":1,"y":1},{"x":1,"y":2},{"x":1,"y":3}],"head":{"x":1,"y":1},"length":3}';

export function newId(): string {
  return `${process.pid}-${++invented}`;
}

/** Where {@link LargeBody} puts the new id. */
const MARK = '~id~';

/** A large body. Only its id is new in each request. */
export class LargeBody {
  readonly #first: Buffer;
  readonly #last: Buffer;

  constructor(invention: (id: string) => string) {
    const [first, ...rest] = invention(MARK).split(MARK);
    this.#first = Buffer.from(first!);
    this.#last = Buffer.from(rest.join(MARK));
  }

  /** The body with an id, by default one that was not used before. */
  next(id = newId()): Buffer {
    return Buffer.concat([this.#first, Buffer.from(id), this.#last]);
  }
}

export function pad(length = LARGE): string {
  return 'a'.repeat(length);
}

/** A list of cells, as long as a request may be. */
export function cells(count = Math.floor(LARGE / (CELL.length + 1))): string {
  return `[${Array.from({ length: count }, () => CELL).join(',')}]`;
}

/** Snakes of one cell, each with a comma before it. */
export function crowd(count: number): string {
  return Array.from({ length: count }, (_, index) => `,{"id":"s${index}","body":[${CELL}]}`).join('');
}
