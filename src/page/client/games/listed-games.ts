/** The seats of one of the engine's games as one line: who played it, in the order of their ranks. */
import type { GameBoardView, GameView } from '../../../views/game.js';

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

/** The names of those in a game whose seats are not listed: each that is listed has them as opponents. */
function othersOf([first, ...seats]: readonly [GameView, ...GameView[]]): string[] {
  const shared = first.opponents.filter((name) => seats.every(({ opponents }) => opponents.includes(name)));
  return shared.slice(0, first.opponents.length - seats.length);
}
