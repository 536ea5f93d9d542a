/** The games that have just ended, so that a late `/move` of one begins no other. Used by `mounted-snake.ts`. */

/** Most games that are remembered: with the longest ids there are, they take about 1 MB. */
const MAX_GAMES = 1000;
/** For how long, in ms. A request that is later than this is none that was under way. */
const MEMORY_MS = 5 * 60_000;

/**
 * Owns the keys of the games at one prefix that have ended within the last minutes.
 *
 * Guarantees that they are at most 1,000, the newest. Moments are on the clock of `performance.now()`, in ms.
 */
export class EndedGames {
  /** When each ended; the earliest comes first. */
  readonly #endedAt = new Map<string, number>();

  /** Remembers a game whose `/end` came. */
  add(key: string, now: number): void {
    this.#endedAt.delete(key);
    this.#endedAt.set(key, now);
    if (this.#endedAt.size > MAX_GAMES) this.#endedAt.delete(this.#endedAt.keys().next().value!);
  }

  /** Whether the game ended within the last five minutes, and has not begun again. */
  has(key: string, now: number): boolean {
    return now - (this.#endedAt.get(key) ?? -Infinity) < MEMORY_MS;
  }

  /** The game has begun again. */
  delete(key: string): void {
    this.#endedAt.delete(key);
  }
}
