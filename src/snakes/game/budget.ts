/** How much of the engine's timeout a strategy gets. Called for each move. */

/** Time for what is neither travel nor strategy: parsing, and the way to a child process and back, in ms. */
const MARGIN_MS = 10;

/** The least that a strategy gets, in ms: with no time at all it could not even fail usefully. */
export const MIN_BUDGET_MS = 5;

/**
 * The time from a request's arrival to the strategy's deadline, in ms.
 *
 * `timeout` is the engine's whole allowance, travel included. So the travel time of this game (`overhead`), the delay
 * of the host's event loop and a fixed margin are subtracted. Never below {@link MIN_BUDGET_MS}.
 */
export function budgetOf(timeout: number, overhead: number, loopDelay: number): number {
  return Math.max(MIN_BUDGET_MS, timeout - overhead - loopDelay - MARGIN_MS);
}
