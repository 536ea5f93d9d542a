/** How long to wait before the next attempt at something that has failed: a server to reach, a process to start. */

/** Shortest and longest wait, in ms. */
export interface BackoffLimits {
  readonly least: number;
  readonly most: number;
}

/** For servers in the same network: they are back within seconds or away for longer. */
const DEFAULT_LIMITS: BackoffLimits = { least: 250, most: 15_000 };

/**
 * Owns the number of failed attempts since the last success.
 *
 * Guarantees that waits double from the shortest to the longest. Each is shortened by up to a half by chance:
 * hosts that were cut off from the same server must not come back in step. It never waits itself.
 */
export class Backoff {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 to below 1 */
  constructor(limits: BackoffLimits = DEFAULT_LIMITS, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Counts a failed attempt. Returns how long to wait before the next one, in ms. */
  fail(): number {
    const { least, most } = this.#limits;
    const longest = Math.min(most, least * 2 ** Math.min(this.#failures++, 30));
    return Math.max(least, longest * (1 - this.#random() / 2));
  }

  /** An attempt has succeeded: the next failure begins with the shortest wait. */
  succeed(): void {
    this.#failures = 0;
  }
}
