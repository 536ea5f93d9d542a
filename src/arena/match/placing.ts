/** What each snake of a game scores: a place among the others, wherever it sat. */
import type { Seat } from '../../rules/types.js';
import type { EngineResult } from '../game/watcher.js';

/**
 * Scores by seat: 1 for the last one standing, 0 for the first one out, even steps between. Snakes that went in the same
 * turn, or lived to the last one, share what their places are worth. Of two snakes the scores are 1, ½ and 0.
 */
export function scoreGame({ deaths, winners }: Pick<EngineResult, 'deaths' | 'winners'>, snakes: number): number[] {
  const lasted = Array.from({ length: snakes }, () => Number.MAX_SAFE_INTEGER);
  for (const { seat, turn } of deaths) lasted[seat] = turn;
  for (const seat of winners) lasted[seat] = Infinity;
  return lasted.map((mine) => {
    const worse = lasted.filter((other) => other < mine).length;
    const same = lasted.filter((other) => other === mine).length - 1;
    return (worse + same / 2) / (snakes - 1);
  });
}

/** Scores by seat where the snake at `crashed` ended the game: it is last, and the others share the rest. */
export function scoreCrash(crashed: Seat, snakes: number): number[] {
  return Array.from({ length: snakes }, (_, seat) => (seat === crashed ? 0 : snakes / 2 / (snakes - 1)));
}
