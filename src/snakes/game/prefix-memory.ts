/** What is known at a prefix whatever is mounted there: a reload must not forget it. Used by `mounted-snake.ts`. */
import { EndedGames } from './ended-games.js';
import { OverheadHistory } from './overhead.js';

/** What the mounts at one prefix know together. */
export interface PrefixMemory {
  readonly ended: EndedGames;
  readonly history: OverheadHistory;
}

/**
 * Owns what is known at each prefix of a host.
 *
 * Guarantees that a snake which replaces another at its prefix starts from the travel times that were learnt there,
 * unless the operator has configured another, and answers late requests as if it had played their games.
 */
export class PrefixMemories {
  readonly #memories = new Map<string, PrefixMemory>();

  /** @param overhead the travel time that the operator has configured, in ms. */
  at(prefix: string, overhead: number): PrefixMemory {
    const known = this.#memories.get(prefix);
    if (known?.history.configured === overhead) return known;
    const memory = { ended: known?.ended ?? new EndedGames(), history: new OverheadHistory(overhead) };
    this.#memories.set(prefix, memory);
    return memory;
  }

  /** Nothing is mounted there any more. */
  forget(prefix: string): void {
    this.#memories.delete(prefix);
  }
}
