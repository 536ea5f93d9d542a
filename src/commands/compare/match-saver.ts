/** Saves a match to its file while it runs. A disk that refuses costs the file, never the match. */
import { saveMatch, type KeptMatch } from '../../arena/match/match-file.js';
import type { MatchTally } from '../../arena/match/match-tally.js';
import { messageOf } from '../../errors.js';
import { printError } from '../../terminal/print.js';

/** Shortest time between two saves, in ms. */
const SAVE_INTERVAL_MS = 500;

/**
 * Saves the tallies of one match. It owns the file while the match runs. It never throws: the first failure is printed,
 * and each later save tries again.
 */
export class MatchSaver {
  readonly #file: string | undefined;
  readonly #kept: KeptMatch;
  #savedAt = -Infinity;
  #hasWarned = false;
  #isSaved = false;

  /** @param file where to save; without one nothing is saved. */
  constructor(file: string | undefined, kept: KeptMatch) {
    this.#file = file;
    this.#kept = kept;
  }

  /** Whether the file holds the tally given last. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Saves the tally unless the last save was just before. */
  saveSometimes(tally: MatchTally): void {
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(tally);
    else this.#isSaved = false;
  }

  save(tally: MatchTally): void {
    if (this.#file === undefined) return;
    this.#savedAt = performance.now();
    try {
      saveMatch(this.#file, this.#kept, tally);
      this.#isSaved = true;
    } catch (thrown) {
      this.#isSaved = false;
      if (!this.#hasWarned) printError(`warning: the match cannot be saved now, and goes on: ${messageOf(thrown)}`);
      this.#hasWarned = true;
    }
  }
}
