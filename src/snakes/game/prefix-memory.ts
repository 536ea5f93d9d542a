/** State of a prefix that outlives its mounts: a reload must not forget it. Used by `mounted-snake.ts`. */
import { OverheadHistory } from './overhead.js';

/** Most games remembered: with the longest ids, they take about 1 MB. */
const MAX_GAMES = 1000;
/** How long they are remembered, in ms. A later request was not in flight when its game ended. */
const MEMORY_MS = 5 * 60_000;

export interface PrefixMemory {
  readonly ended: EndedGames;
  readonly history: OverheadHistory;
}

/**
 * Owns the state of each prefix of a host that outlives its mounts.
 *
 * Guarantees that a snake which replaces another at its prefix starts from the overhead that was learnt there, unless
 * the operator has configured another, and answers late requests as if it had played their games.
 */
export class PrefixMemories {
  readonly #memories = new Map<string, PrefixMemory>();

  /** @param overhead as configured, in ms. */
  at(prefix: string, overhead: number): PrefixMemory {
    const known = this.#memories.get(prefix);
    if (known?.history.configured === overhead) return known;
    const memory = { ended: known?.ended ?? new EndedGames(), history: new OverheadHistory(overhead) };
    this.#memories.set(prefix, memory);
    return memory;
  }

  forget(prefix: string): void {
    this.#memories.delete(prefix);
  }
}

/**
 * Owns the keys of the games at one prefix that have ended within the last minutes.
 *
 * Guarantees that they are at most 1,000, the newest. Moments are on the clock of `performance.now()`, in ms.
 */
export class EndedGames {
  /** When each ended, the earliest first. */
  readonly #ended = new Map<string, number>();

  /** Remembers a game whose `/end` came. */
  add(key: string, now: number): void {
    this.#ended.delete(key);
    this.#ended.set(key, now);
    if (this.#ended.size > MAX_GAMES) this.#ended.delete(this.#ended.keys().next().value!);
  }

  /** Whether the game ended within the last five minutes and has not begun again. */
  has(key: string, now: number): boolean {
    return now - (this.#ended.get(key) ?? -Infinity) < MEMORY_MS;
  }

  delete(key: string): void {
    this.#ended.delete(key);
  }
}
