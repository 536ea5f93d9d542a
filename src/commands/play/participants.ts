/** Prepares the snakes of a game, in the order of the command line. Called by `play`. */
import type { Participant } from '../../arena/game/play-options.js';
import { Connections, requireAnswers } from '../../exchange/exchange.js';
import { DIALECTS } from '../../arena/game/dialects.js';
import { LocalSnake } from '../../arena/snakes/local-snake.js';
import { RemoteSnake } from '../../arena/snakes/remote-snake.js';
import type { SnakeListener } from '../../snakes/snake-report.js';
import { distinctNames, mountNamed, nameOfUrl, parseSnakeUrl } from '../resolve-snakes.js';
import { usageFault } from '../../errors/errors.js';
import type { Snake } from '../../wire/resources.js';
import { printable } from '../../terminal/printable.js';

/** A player: a strategy's name or a prefix, or a snake on a server with an optional name. */
export type SeatName = string | { readonly url: URL; readonly name?: string | undefined };

interface ReadyParticipants {
  /** By seat. */
  readonly participants: readonly Participant[];
  readonly warnings: readonly string[];
  /** Stops the strategies and closes the connections. */
  close(): Promise<void>;
}

/**
 * Mounts the local snakes and connects to the others. A snake that is named twice is mounted once and takes two seats.
 * Throws a `UsageError` with all faults, unreachable URLs included; then nothing is left running.
 *
 * @param config path of the YAML file; read only if a local snake is named.
 */
export async function prepareParticipants(
  seats: readonly SeatName[],
  { config, events }: { readonly config: string; readonly events: SnakeListener },
): Promise<ReadyParticipants> {
  await requireAnswers(seats.flatMap((seat) => (typeof seat === 'string' ? [] : { source: '--url', url: seat.url })));
  const connections = new Connections();
  const names = [...new Set(seats.filter((seat) => typeof seat === 'string'))];
  const locals = names.map((name) => ({ source: '--snake', name }));
  const { snakes, warnings } = await mountNamed(locals, { config, events });
  const participants = seats.map((seat): Participant => {
    if (typeof seat === 'string') {
      const { mount } = snakes[names.indexOf(seat)]!;
      return { snake: new LocalSnake(mount), name: mount.name };
    }
    const { url, name = nameOfUrl(url) } = seat;
    return { snake: new RemoteSnake({ url, dialect: DIALECTS.serpentarium, connections }), name };
  });
  const distinct = distinctNames(participants.map(({ name }) => name));
  return {
    participants: participants.map((participant, seat) => ({ ...participant, name: distinct[seat]! })),
    warnings,
    async close() {
      connections.close();
      await Promise.all(snakes.map(({ mount }) => mount.close()));
    },
  };
}

export interface SeatFlags {
  /** In the order of the command line, which is the order of the seats. */
  readonly seats: readonly (string | URL)[];
  readonly names: readonly string[];
  readonly squads: readonly string[];
  /** As written: `NAME=SNAKE`. */
  readonly replaced: readonly string[];
}

/** Assigns the names of `--name` to the URLs in order. Throws a `UsageError` if there are more names than URLs. */
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
 * Fills the seats of a recorded game: first the ones that `--seat` names, then the others with the snakes of `--snake`
 * and `--url` in order. Throws a `UsageError` that lists the seats if the numbers do not match.
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
    const wanted = free === 0 ? 'all seats are taken' : `${free} are free: ${open.join(', ')}`;
    throw usageFault('--snake', `${others.length} snakes, but ${wanted}. Name one for each seat: ${list}.`);
  }
  return seats.map((seat) => seat ?? others.shift()!);
}

/** The seat and the snake in `NAME=SNAKE`. A name may contain an equals sign. */
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

/** For people, on one line: the name may be foreign text. */
function nameOf({ id, name }: Snake): string {
  return printable(name || id);
}
