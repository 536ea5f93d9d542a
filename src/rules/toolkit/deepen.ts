/** Iterative deepening: searches one turn deeper while there is time, and always has an answer. */
import type { Direction } from '../types.js';

/** The part of a strategy's context that {@link deepen} needs. */
interface SearchClock {
  /** Time left for this turn, in ms. */
  timeLeft(): number;
  /** Records the best move so far. */
  propose(move: Direction): void;
}

/** How far {@link deepen} goes. */
export interface DeepenOptions {
  /** The first depth (default: 1). */
  readonly from?: number;
  /** The last depth (default: 100). */
  readonly to?: number;
  /** The time to leave unused, in ms (default: 5). */
  readonly reserve?: number;
}

/**
 * One search to a depth. It calls `isOutOfTime` at every node, which is cheap, and returns `undefined` as soon as that
 * is true: the result of half a search is not an answer.
 */
export type DepthSearch = (depth: number, isOutOfTime: () => boolean) => Direction | undefined;

const CALLS_PER_LOOK = 32;

/**
 * Searches to depth `from`, `from` + 1 and so on, and proposes the move of each finished search. Stops when time is up,
 * at depth `to`, when a search returns `undefined`, and when less time is left than the last search took.
 *
 * @returns the move of the deepest finished search; `undefined` if none has finished.
 */
export function deepen(search: DepthSearch, clock: SearchClock, options: DeepenOptions = {}): Direction | undefined {
  const { from = 1, to = 100, reserve = 5 } = options;
  let calls = 0;
  let isOver = false;
  const isOutOfTime = (): boolean => {
    if (!isOver && calls++ % CALLS_PER_LOOK === 0) isOver = clock.timeLeft() <= reserve;
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
