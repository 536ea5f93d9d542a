/** How snakes die, in words: the one list of sentences for the page, reports, replays, pictures, `play` and the log. */

interface DescribedDeath {
  /** In the engine's words: `wall-collision`. */
  readonly cause?: string | undefined;
  /** The first turn on whose board the snake was dead. */
  readonly turn: number;
  /** It was dead on that board, and may have died on a turn before it that is not known. */
  readonly isLatest?: boolean | undefined;
}

/** How a snake died, from its cause in the engine's words, and the name of its killer: `hit the wall`. */
export function describeCause(cause: string | undefined, killer = 'another snake'): string {
  switch (cause) {
    case undefined:
      return 'died';
    case 'wall-collision':
      return 'hit the wall';
    case 'snake-self-collision':
      return 'ran into itself';
    case 'snake-collision':
      return `ran into ${killer}`;
    case 'head-collision':
      return `died head to head with ${killer}`;
    case 'out-of-health':
      return 'starved';
    case 'hazard':
      return 'died in a hazard';
    case 'squad-eliminated':
      return 'went with its squad';
    default:
      return `died: ${cause}`;
  }
}

/** The same with the turn: `ran into itself on turn 68`. */
export function describeDeath({ cause, turn, isLatest }: DescribedDeath, killer?: string): string {
  if (!isLatest) return `${describeCause(cause, killer)} on turn ${turn}`;
  return `${cause === undefined ? 'gone' : describeCause(cause, killer)} by turn ${turn}`;
}
