/** How much of the engine's timeout a strategy gets. */

/** Time for what neither the journey nor the strategy takes: parsing, the way to a child and back, in ms. */
const MARGIN = 10;

/** The least that a strategy gets, in ms: given no time it cannot even fail usefully. */
export const MIN_BUDGET = 5;

/**
 * The time from a request's arrival to a strategy's deadline, in ms.
 *
 * `timeout` is the engine's whole allowance and includes the journey, so the journey we learnt, what the host's own load
 * adds and a fixed margin come off. Never below {@link MIN_BUDGET}.
 */
export function budgetOf(timeout: number, overhead: number, load: number): number {
  return Math.max(MIN_BUDGET, timeout - overhead - load - MARGIN);
}
