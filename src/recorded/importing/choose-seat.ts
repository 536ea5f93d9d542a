/** Finds the snake that a user names, and the prefix under which its game is kept. */
import { didYouMean } from '../../errors/did-you-mean.js';
import { printable } from '../../terminal/printable.js';
import type { Snake } from '../../wire/resources.js';
import { SourceError, type SourceGame } from './source-game.js';

/**
 * The snake with this name, `/name` or id, or the only one whose name or id begins with it. Without a name, the only
 * snake of the game. Throws a {@link SourceError} that lists the snakes.
 */
export function chooseSeat({ turns }: SourceGame, wanted: string | undefined): Snake {
  const snakes = snakesOf(turns);
  const [first, ...others] = wanted === undefined ? snakes : findCalled(snakes, wanted);
  if (first !== undefined && others.length === 0) return first;
  const listed = snakes.map((snake) => describe(snake, snakes)).join(', ');
  if (wanted === undefined) throw new SourceError(`has ${snakes.length} snakes: ${listed}. Name yours with --you.`);
  if (first === undefined) {
    const hint =
      didYouMean(
        wanted,
        snakes.map(({ name }) => name),
      ) || ` Its snakes are ${listed}.`;
    throw new SourceError(`has no snake "${wanted}".${hint}`);
  }
  const found = [first, ...others].map(({ name, id }) => printable(`${name} (${id})`)).join(' or ');
  throw new SourceError(`has several snakes "${wanted}": ${found}. Name one by its id.`);
}

/** Makes a prefix of a name: `/My Snake` becomes `/my-snake`. */
export function toPrefix(name: string): string {
  const word = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9._~-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '');
  return `/${word || 'imported'}`;
}

/** Every snake as the game first shows it. */
function snakesOf(turns: SourceGame['turns']): Snake[] {
  const snakes = new Map<string, Snake>();
  for (const { living } of turns) for (const snake of living) if (!snakes.has(snake.id)) snakes.set(snake.id, snake);
  return [...snakes.values()];
}

function findCalled(snakes: readonly Snake[], wanted: string): Snake[] {
  const exact = snakes.filter(({ id, name }) => id === wanted || name === wanted || `/${name}` === wanted);
  const mine = exact.find(({ id }) => id === wanted);
  if (mine !== undefined) return [mine];
  if (exact.length > 0 || wanted === '') return exact;
  return snakes.filter(({ id, name }) => id.startsWith(wanted) || name.startsWith(wanted));
}

/** Adds the id to a name that several snakes have. */
function describe({ id, name }: Snake, snakes: readonly Snake[]): string {
  const isUnique = snakes.every((other) => other.id === id || other.name !== name);
  return printable(isUnique && name !== '' ? name : `${name || 'nameless'} (${id})`);
}
