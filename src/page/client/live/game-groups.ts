/** Groups the seats of the live feed by game, and chooses which game to feature. Needs no browser. */
import type { DeathView, GameBoardView, GameView } from '../../../views/game.js';
import type { FeedGame } from './feed.js';

/** A game with every seat that a snake of this host has in it. */
export interface GameGroup {
  readonly game: string;
  /** In the order in which the board has them; at least one. */
  readonly seats: readonly FeedGame[];
  /** The newest board of any seat. All our snakes are marked, each with the death from its own board. */
  readonly board: GameBoardView;
  readonly turn: number;
  /** Ids of the seats whose snakes have died or left. */
  readonly out: ReadonlySet<string>;
}

/** How long a game that is over stays large while others continue, in ms. */
export const HOLD_MS = 8000;

/** The games, oldest first. An unchanged group is the same object as in `before`. */
export function groupGames(games: readonly FeedGame[], before: readonly GameGroup[] = []): GameGroup[] {
  const seats = new Map<string, FeedGame[]>();
  for (const seat of games.toReversed()) seats.set(seat.game, [...(seats.get(seat.game) ?? []), seat]);
  return [...seats].map(([game, own]) => {
    own.sort((one, other) => seatOf(one) - seatOf(other));
    const known = before.find((group) => group.game === game);
    const isSame = known?.seats.length === own.length && known.seats.every((seat, index) => seat === own[index]);
    return isSame ? known : toGroup(game, own);
  });
}

/** The board with this host's names for our snakes, if `nameOf` knows them. */
export function nameOurs(
  { board, seats }: { board: GameBoardView; seats: readonly Pick<GameView, 'you' | 'snake'>[] },
  nameOf: (prefix: string) => string | undefined,
): GameBoardView {
  const ours = new Map(seats.map(({ you, snake }) => [you, nameOf(snake)]));
  return { ...board, snakes: board.snakes.map((snake) => ({ ...snake, name: ours.get(snake.id) ?? snake.name })) };
}

/** Whether all of our snakes are out of the game. */
export function isOver({ seats }: GameGroup): boolean {
  return seats.every(({ seenAt }) => seenAt !== undefined);
}

/** How a seat ended, as the text before its last move; empty while it plays. */
export function describeFate({ id, you, turns, result }: FeedGame, { board, out }: GameGroup): string {
  if (!out.has(id)) return '';
  const death = board.snakes.find((snake) => snake.id === you)?.death;
  if (death !== undefined) return `Eliminated on turn ${death.turn}. Last move: `;
  return `${result === 'win' ? 'Won' : 'Over'} on turn ${turns}. Last move: `;
}

/** The seat of a game to show: preferably one that still plays. */
export function firstSeat({ seats, out }: GameGroup): FeedGame {
  return seats.find(({ id }) => !out.has(id)) ?? seats[0]!;
}

/** Whether no seat that still plays had a request for a minute: `silent` has the ids of such seats. */
export function isSilent({ seats }: GameGroup, silent: readonly string[]): boolean {
  return seats.every(({ id, seenAt }) => seenAt !== undefined || silent.includes(id));
}

/**
 * The seat to show large: the chosen one; else the last one, until {@link HOLD_MS} after its end; else one of the
 * live game with the most living snakes; else of the last finished game.
 */
export function featuredSeat(
  groups: readonly GameGroup[],
  chosen: string | undefined,
  before: string | undefined,
  now: number,
  silent: readonly string[] = [],
): FeedGame | undefined {
  const find = (wanted: string | undefined) => groups.flatMap(({ seats }) => seats).find(({ id }) => id === wanted);
  const last = find(before);
  const held = groups.find(({ game }) => game === last?.game);
  const live = groups.filter((group) => !isOver(group) && !isSilent(group, silent));
  const busiest = live.reduce<GameGroup | undefined>(
    (best, group) => (best !== undefined && livingOn(best) > livingOn(group) ? best : group),
    undefined,
  );
  const isHeld =
    held !== undefined && (live.includes(held) || held.seats.some(({ seenAt = -Infinity }) => now - seenAt < HOLD_MS));
  const over = groups.filter(isOver);
  const shown = isHeld ? held : (busiest ?? (held && over.includes(held) ? held : over.at(-1)));
  const isOut = held !== undefined && held.out.size < held.seats.length && held.out.has(last!.id);
  const own = groups.find(({ game }) => game === chosen);
  return (
    find(chosen) ??
    (own && firstSeat(own)) ??
    (shown === held && !isOut ? last : undefined) ??
    (shown && firstSeat(shown))
  );
}

function livingOn({ board: { snakes } }: GameGroup): number {
  return snakes.filter(({ death }) => death === undefined).length;
}

/** The places of cards: a game keeps its place, a new one takes the first free one. If most are free, they close up. */
export function takePlaces(before: readonly (string | undefined)[], games: readonly string[]): (string | undefined)[] {
  const places = before.map((game) => (game !== undefined && games.includes(game) ? game : undefined));
  for (const game of games.filter((each) => !before.includes(each))) {
    const free = places.indexOf(undefined);
    if (free < 0) places.push(game);
    else places[free] = game;
  }
  const taken = places.filter((game) => game !== undefined);
  return taken.length * 2 < places.length ? taken : places.slice(0, places.findLastIndex(Boolean) + 1);
}

function toGroup(game: string, seats: readonly FeedGame[]): GameGroup {
  const newest = seats.reduce((best, seat) => (turnOf(seat) > turnOf(best) ? seat : best));
  const shown = newest.final ?? newest.turn;
  const ours = new Map(seats.map((seat) => [seat.you, seat]));
  const snakes = shown.board.snakes.map((snake) => {
    const seat = ours.get(snake.id);
    const death = seat && deathOf(seat);
    return seat === undefined ? snake : { ...snake, isYou: true as const, ...(death && { death }) };
  });
  const living = new Set(snakes.flatMap(({ id, death }) => (death === undefined ? [id] : [])));
  const out = new Set(seats.flatMap(({ id, you, seenAt }) => (seenAt !== undefined || !living.has(you) ? [id] : [])));
  return { game, seats, board: { ...shown.board, snakes }, turn: shown.turn, out };
}

function seatOf({ turn, you }: FeedGame): number {
  return turn.board.snakes.findIndex(({ id }) => id === you);
}

function turnOf({ final, turn }: FeedGame): number {
  return (final ?? turn).turn;
}

/** How a seat's snake died, if it did. */
function deathOf({ died, cause, final, you }: FeedGame): DeathView | undefined {
  if (died === undefined) return undefined;
  const shown = final?.board.snakes.find(({ id }) => id === you)?.death;
  return shown ?? { turn: died, ...(cause !== undefined && { cause }) };
}
