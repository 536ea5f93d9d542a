/** The list of games: the journal's page and the live feed in one; the seats of a game are one line, best first. */
import type { GameBoardView, GameListView, GameView, GlimpsesView } from '../../../views/game.js';
import type { FeedGame } from '../live/feed.js';

export interface ListedGame {
  /** Our seats, the best one first. */
  readonly seats: readonly [GameView, ...GameView[]];
  readonly players: readonly ListedSnake[];
}

export interface ListedSnake {
  readonly name: string;
  /** Present if it is ours. */
  readonly seat?: GameView;
  readonly color?: string | undefined;
}

/** The games of a query so far. */
export interface KnownGames extends GameListView {
  readonly glimpses: GlimpsesView;
}

/**
 * The list with another page of its query: the one `after` a row, or the first one again, whose rows replace the known
 * ones.
 */
export function joinPages(known: KnownGames | undefined, page: KnownGames, after: string | undefined): KnownGames {
  if (known === undefined) return page;
  const byId = new Map(page.games.map((row) => [row.id, row]));
  if (after === undefined) {
    const games = known.games.map((row) => byId.get(row.id) ?? row);
    return { ...known, games, glimpses: page.glimpses };
  }
  // Games that began since can have moved a known one to the next page.
  return { ...page, games: [...known.games.filter(({ id }) => !byId.has(id)), ...page.games] };
}

/** The list with the rows of live games and the boards of finished ones; the same object if nothing changes. */
export function takeLive(known: KnownGames, live: readonly FeedGame[]): KnownGames {
  const newer = new Map(live.map((game) => [game.id, game]));
  const changed = known.games.filter(({ id, endedAt }) => endedAt === undefined && newer.has(id));
  if (changed.length === 0) return known;
  const glimpses = { ...known.glimpses };
  for (const { id } of changed) {
    const { final, turn } = newer.get(id)!;
    glimpses[id] = { times: {}, ...glimpses[id], board: (final ?? turn).board };
  }
  const games = known.games.map((row) => {
    if (!changed.includes(row)) return row;
    const { turn: _, final: __, timeout: ___, seenAt: ____, ...now } = newer.get(row.id)!;
    return { ...row, ...now };
  });
  return { ...known, games, glimpses };
}

/** How many of the engine's games have begun since the newest one of the list. */
export function countNewer({ games }: KnownGames, live: readonly FeedGame[]): number {
  const listed = new Set(games.map(({ game }) => game));
  const newest = Math.max(0, ...games.map(({ startedAt }) => startedAt));
  return new Set(live.flatMap(({ game, startedAt }) => (listed.has(game) || startedAt < newest ? [] : [game]))).size;
}

interface Ranked {
  readonly rank: number;
  readonly player: ListedSnake;
}

/** The games of some seats, in the order of their first seats. `boards` are final boards by the id of a seat. */
export function joinSeats(
  list: readonly GameView[],
  boards: Readonly<Record<string, { readonly board?: GameBoardView }>> = {},
): ListedGame[] {
  const games = new Map<string, GameView[]>();
  for (const seat of list) games.set(seat.game, [...(games.get(seat.game) ?? []), seat]);
  return [...games.values()].map((own) => {
    const seats = own.toSorted((one, other) => rankOf(one) - rankOf(other)) as [GameView, ...GameView[]];
    const snakes = seats.flatMap(({ id }) => boards[id]?.board?.snakes ?? []);
    const ours = seats.map((seat): Ranked => {
      const color = snakes.find(({ id }) => id === seat.you)?.color;
      return { rank: rankOf(seat), player: { name: seat.snake, seat, color } };
    });
    const names = othersOf(seats);
    // A snake that is not on the final board and not ours has one of the ranks that are left.
    const left = (1 + names.length + ours.length) / 2;
    const others = names.map((name): Ranked => {
      const snake = snakes.find((each) => each.name === name && !each.isYou);
      return {
        rank: snake !== undefined && snake.death === undefined ? 1 : left,
        player: { name, color: snake?.color },
      };
    });
    const ranked = [...ours, ...others].sort((one, other) => one.rank - other.rank);
    return { seats, players: ranked.map(({ player }) => player) };
  });
}

function rankOf({ rank, result, snakes }: GameView): number {
  return rank ?? (result === 'win' ? 1 : snakes);
}

/** The names of players without a listed seat: every listed seat has them as opponents. */
function othersOf([first, ...seats]: readonly [GameView, ...GameView[]]): string[] {
  const shared = first.opponents.filter((name) => seats.every(({ opponents }) => opponents.includes(name)));
  return shared.slice(0, first.opponents.length - seats.length);
}
