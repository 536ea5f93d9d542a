/** The scale of scores: whole numbers from our point of view. A decided game has the turn of its end in its score. */

/**
 * A game that is won on turn 0. A later win is worth a point less for each turn, a later loss a point more: win soon,
 * lose late. The turn is counted in the game, not in the search, so a score is right wherever the table finds it.
 */
const WON = 1 << 24;

/** The greatest evaluation: anything above it is a win, and below its negative a loss. */
const MAX_EVALUATION = 1 << 23;

/** A win that is complete when `turn` is reached. */
export function wonOn(turn: number): number {
  return WON - turn;
}

/** A loss that is complete when `turn` is reached. */
export function lostOn(turn: number): number {
  return turn - WON;
}

export function isWonOrLost(score: number): boolean {
  return score > MAX_EVALUATION || score < -MAX_EVALUATION;
}

/** The turn on which a decided game ends, `undefined` for any other score. */
export function endOf(score: number): number | undefined {
  return isWonOrLost(score) ? WON - Math.abs(score) : undefined;
}

/** An evaluation as a whole number within its limits; 0 for NaN. */
export function toScore(evaluation: number): number {
  if (evaluation >= MAX_EVALUATION) return MAX_EVALUATION;
  if (evaluation <= -MAX_EVALUATION) return -MAX_EVALUATION;
  return (evaluation < 0 ? evaluation - 0.5 : evaluation + 0.5) | 0;
}
