/** Who plays in the games of a duel besides its sides, and on which seats. */
import type { Ranking } from '../../platform/platform.js';
import type { DuelGame } from './duel-tally.js';

const DAY_MS = 24 * 3600_000;
/** Most games with one stranger in 24 hours. */
const MOST_A_DAY = 40;
/** Number of strangers that take turns: the nearest ones that are free. */
const ROTATING = 12;

/**
 * The ids of snakes of other players, by the distance of their rating from the mean of the sides. If no leaderboard
 * has a side, from the mean of the leaderboard.
 *
 * @param boards the snakes of each leaderboard
 */
export function listStrangers(
  boards: readonly (readonly Ranking[])[],
  sides: readonly string[],
  isOwn: (id: string) => boolean,
): string[] {
  const sidesOf = (board: readonly Ranking[]) => board.filter(({ battlesnake_id: id }) => sides.includes(id));
  const ranked = boards.filter((board) => sidesOf(board).length > 0);
  const found = (ranked.length > 0 ? ranked : boards).flatMap((board) => {
    const compared = ranked.length > 0 ? sidesOf(board) : board;
    const level = compared.reduce((sum, { display_score: score }) => sum + score, 0) / compared.length;
    return board.map(({ battlesnake_id: id, display_score: score }) => ({ id, distance: Math.abs(score - level) }));
  });
  const strangers = found.filter(({ id }) => !isOwn(id)).sort((one, other) => one.distance - other.distance);
  return [...new Set(strangers.map(({ id }) => id))];
}

/** The strangers of the next game: `count` of the ones that have played least today, or fewer if no more are free. */
export function chooseStrangers(strangers: readonly string[], games: readonly DuelGame[], count: number, now: number) {
  const today = new Map<string, number>();
  for (const { at, snakes } of games)
    if (at > now - DAY_MS) for (const id of snakes) today.set(id, (today.get(id) ?? 0) + 1);
  const playedBy = (id: string) => today.get(id) ?? 0;
  const free = strangers.filter((id) => playedBy(id) < MOST_A_DAY).slice(0, ROTATING);
  return free.sort((one, other) => playedBy(one) - playedBy(other)).slice(0, count);
}

/** The snakes by seat. Each takes every seat in turn, with the sides in both orders. */
export function seatSnakes(sides: readonly string[], strangers: readonly string[], game: number): string[] {
  const snakes = [...(game % 2 === 0 ? sides : sides.toReversed()), ...strangers];
  const first = (game >> 1) % snakes.length;
  return [...snakes.slice(first), ...snakes.slice(0, first)];
}
