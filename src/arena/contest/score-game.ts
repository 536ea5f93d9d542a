/** What each snake of a game scores: by its place among the others. */
import type { Seat } from '../../rules/types.js';
import { rankScore, ranksOf } from '../../stats/rank-score.js';
import type { EngineResult } from '../game/watcher.js';

/**
 * Scores by seat: 1 for the last one standing, 0 for the first one out, even steps between. Snakes that died in the
 * same turn, or lived to the last one, share the scores of their places. Of two snakes the scores are 1, ½ and 0.
 */
export function scoreGame({ deaths, winners }: Pick<EngineResult, 'deaths' | 'winners'>, snakes: number): number[] {
  const lasted = Array.from({ length: snakes }, () => Number.MAX_SAFE_INTEGER);
  for (const { seat, turn } of deaths) lasted[seat] = turn;
  for (const seat of winners) lasted[seat] = Infinity;
  return scoreByDuration(lasted);
}

/** Scores by seat if the snake at `crashed` ended the game: it is last, and the others share the rest. */
export function scoreCrash(crashed: Seat, snakes: number): number[] {
  return scoreByDuration(Array.from({ length: snakes }, (_, seat) => (seat === crashed ? 0 : 1)));
}

/** @param lasted how long each snake lasted, by seat; two or more. */
function scoreByDuration(lasted: readonly number[]): number[] {
  return ranksOf(lasted).map((place) => rankScore(lasted.length, place)!);
}
