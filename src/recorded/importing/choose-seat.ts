/** Finds the snake that a user names, and the prefix under which its game is kept. */
import { createHash } from 'node:crypto';
import { didYouMean } from '../../errors/did-you-mean.js';
import { printable } from '../../terminal/printable.js';
import type { FullGameRow } from '../../views/game-rows.js';
import { SourceError } from './game-boards.js';

/**
 * The game of the snake with this name, `/name` or id, or of the only one whose name or id begins with it. Without a
 * name, of the only snake. Throws a {@link SourceError} that lists the snakes.
 */
export function chooseSeat(seats: readonly FullGameRow[], wanted: string | undefined): FullGameRow {
  const [first, ...others] = wanted === undefined ? seats : findCalled(seats, wanted);
  if (first !== undefined && others.length === 0) return first;
  if (wanted === undefined)
    throw new SourceError(`has ${seats.length} snakes: ${listSeats(seats)}. Name yours with --you.`);
  if (first === undefined) throw new SourceError(`has no snake "${wanted}".${hintFor(seats, wanted)}`);
  const found = [first, ...others].map(({ snake, you }) => printable(`${snake} (${you})`)).join(' or ');
  throw new SourceError(`has several snakes "${wanted}": ${found}. Name one by its id.`);
}

/**
 * Makes a prefix of a name: `My Snake` becomes `/my-snake`. Where letters are lost, or nothing is left, it ends with a
 * piece of the name's hash, so that two players do not become one.
 */
export function toPrefix(name: string): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const word = plain.replaceAll(/[^a-z0-9._~-]+/g, '-').replaceAll(/^[-.]+|[-.]+$/g, '');
  if (word !== '' && !/[^a-z]/.test(plain.replaceAll(/\P{L}/gu, ''))) return `/${word}`;
  return `/${word || 'imported'}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** The snakes that a word may mean, the likeliest first. */
export function findCalled(seats: readonly FullGameRow[], wanted: string): readonly FullGameRow[] {
  const mine = seats.filter(({ you }) => you === wanted);
  if (mine.length > 0) return mine;
  const exact = seats.filter(({ snake }) => snake === wanted || `/${snake}` === wanted);
  if (exact.length > 0 || wanted === '') return exact;
  return seats.filter(({ you, snake }) => you.startsWith(wanted) || snake.startsWith(wanted));
}

/** A similar name, or all names. */
export function hintFor(seats: readonly FullGameRow[], wanted: string): string {
  const names = seats.map(({ snake }) => snake);
  return didYouMean(wanted, names) || ` Its snakes are ${listSeats(seats)}.`;
}

/** Adds the id to a name that several snakes have. */
function listSeats(seats: readonly FullGameRow[]): string {
  const describe = ({ snake, you }: FullGameRow) => {
    const isUnique = seats.every((other) => other.you === you || other.snake !== snake);
    return printable(isUnique && snake !== '' ? snake : `${snake || 'nameless'} (${you})`);
  };
  return seats.map(describe).join(', ');
}
