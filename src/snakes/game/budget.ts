/** How much of the engine's timeout a strategy gets. Called for each move. */
import type { Overhead } from './overhead.js';

/** Time for what is neither travel nor strategy: parsing, and the way to a child process and back, in ms. */
const MARGIN_MS = 10;

/** The least that a strategy gets, in ms: with no time at all it could not even fail usefully. */
export const MIN_BUDGET_MS = 5;

/**
 * The time from a request's arrival to the strategy's deadline, in ms.
 *
 * `timeout` is the engine's whole allowance, travel included. So the travel time of this game (`overhead`), the delay
 * of the host's event loop and a fixed margin are subtracted. Never below {@link MIN_BUDGET_MS}; and not below half of
 * the timeout, unless lost turns of this game or the configured travel time say that it must be.
 */
export function budgetOf(timeout: number, overhead: Overhead, loopDelay: number): number {
  const left = (travel: number) => timeout - travel - loopDelay - MARGIN_MS;
  const floor = Math.min(overhead.floorOf(timeout), left(overhead.configured));
  return Math.max(MIN_BUDGET_MS, floor, left(overhead.estimate));
}
