/** Iterative deepening: search one step deeper as long as there is time, with an answer at hand all along. */
import type { Direction } from '../types.js';

/** The part of a strategy's context that the driver needs. */
export interface SearchClock {
  /** Time left for this turn, in ms. */
  timeLeft(): number;
  /** Takes note of the best move so far. */
  propose(move: Direction): void;
}

/** How far {@link deepen} goes. */
export interface DeepenOptions {
  /** The first depth; 1 unless given. */
  readonly from?: number;
  /** The last depth; 100 unless given. */
  readonly to?: number;
  /** Time that is to be left at the end, in ms; 5 unless given. */
  readonly reserve?: number;
}

/**
 * One search to a depth. Asks `isOutOfTime` at every node, which is cheap, and returns `undefined` as soon as it says
 * yes: what has been searched by halves is no answer.
 */
export type DepthSearch = (depth: number, isOutOfTime: () => boolean) => Direction | undefined;

/** The clock is looked at once in so many questions. */
const QUESTIONS_PER_LOOK = 32;

/**
 * Searches to depth `from`, `from` + 1 and so on, and proposes what each finished search has found. Ends when the time
 * is up, at depth `to`, or when the next search cannot end in time, for it takes at least as long as the last one.
 *
 * @returns the move of the deepest finished search; `undefined` when none has finished.
 */
export function deepen(search: DepthSearch, clock: SearchClock, options: DeepenOptions = {}): Direction | undefined {
  const { from = 1, to = 100, reserve = 5 } = options;
  let questions = 0;
  let isOver = false;
  const isOutOfTime = (): boolean => {
    if (!isOver && questions++ % QUESTIONS_PER_LOOK === 0) isOver = clock.timeLeft() <= reserve;
    return isOver;
  };

  let best: Direction | undefined;
  for (let depth = from; depth <= to; depth++) {
    const before = clock.timeLeft();
    if (before <= reserve) break;
    const move = search(depth, isOutOfTime);
    if (move === undefined) break;
    best = move;
    clock.propose(move);
    const after = clock.timeLeft();
    if (after - reserve < before - after) break;
  }
  return best;
}
