/** Who sits where: the snakes of the command line, in the seats of a new game or of one that goes on. */
import { usageFault } from '../../errors.js';
import type { Snake } from '../../wire/resources.js';
import { printable } from '../../terminal/printable.js';
import { parseSnakeUrl } from '../resolve-snakes.js';
import type { SeatName } from './participants.js';

export interface SeatFlags {
  /** In the order of the command line, which is the order of the seats. */
  readonly seats: readonly (string | URL)[];
  readonly names: readonly string[];
  readonly squads: readonly string[];
  /** As written: `NAME=SNAKE`. */
  readonly replaced: readonly string[];
}

/** Gives the names of `--name` to the URLs, in their order. Throws a `UsageError` if there are more names than URLs. */
export function readSeats({ seats, names }: SeatFlags): SeatName[] {
  const urls = seats.filter((seat) => seat instanceof URL).length;
  if (names.length > urls) {
    throw usageFault(
      '--name',
      `${names.length} names for ${urls} URLs: names are for snakes by --url, in their order.`,
    );
  }
  let named = 0;
  return seats.map((seat) => (typeof seat === 'string' ? seat : { url: seat, name: names[named++] }));
}

/**
 * Fills the seats of a recorded game: first those that `--seat` names, then the others with the snakes of `--snake` and
 * `--url`, in their order. Throws a `UsageError` that lists the seats if that does not come out even.
 */
export function fillSeats(snakes: readonly Snake[], flags: SeatFlags): SeatName[] {
  const seats: (SeatName | undefined)[] = snakes.map(() => undefined);
  const list = snakes.map((snake) => nameOf(snake)).join(', ');
  for (const text of flags.replaced) {
    const [seat, name] = readReplaced(text, snakes, list);
    if (seats[seat] !== undefined) throw usageFault('--seat', `${nameOf(snakes[seat]!)} is given to two snakes.`);
    const url = parseSnakeUrl(name);
    seats[seat] = url === undefined ? name : { url };
  }
  const others = readSeats(flags);
  const free = seats.filter((seat) => seat === undefined).length;
  if (others.length !== free) {
    const open = snakes.filter((_, seat) => seats[seat] === undefined).map((snake) => nameOf(snake));
    const wanted = free === 0 ? 'every seat has one already' : `${free} are free: ${open.join(', ')}`;
    throw usageFault('--snake', `${others.length} snakes, but ${wanted}. Name one for each seat: ${list}.`);
  }
  return seats.map((seat) => seat ?? others.shift()!);
}

/** The seat and the snake of `NAME=SNAKE`. A name may have an equals sign itself. */
function readReplaced(text: string, snakes: readonly Snake[], list: string): [seat: number, name: string] {
  const found = snakes.flatMap(({ id, name }, seat) =>
    [id, name].filter((word) => word !== '' && text.startsWith(`${word}=`)).map((word) => ({ seat, word })),
  );
  const seats = new Set(found.map(({ seat }) => seat));
  if (seats.size > 1) throw usageFault('--seat', `"${text}" could be several snakes. Write the id: ${idsOf(snakes)}.`);
  const [first] = found.toSorted((a, b) => b.word.length - a.word.length);
  if (first === undefined) throw usageFault('--seat', `"${text}" is not NAME=SNAKE with a name of these: ${list}.`);
  return [first.seat, text.slice(first.word.length + 1)];
}

function idsOf(snakes: readonly Snake[]): string {
  return snakes.map((snake) => `${snake.id} (${nameOf(snake)})`).join(', ');
}

/** For people, on one line: a stranger may have chosen it. */
function nameOf({ id, name }: Snake): string {
  return printable(name || id);
}
