/** Saves a contest to its file while it runs. A disk that refuses costs the file, never the contest. */
import { saveContest, type ContestHeader } from '../../arena/contest/contest-file.js';
import { messageOf } from '../../errors.js';
import { printError } from '../../terminal/print.js';

/** Shortest time between two saves, in ms. */
const SAVE_INTERVAL_MS = 500;

/**
 * Saves the tallies of one contest. It owns the file while the contest runs. It never throws: the first failure is
 * printed, and each later save tries again.
 */
export class ContestSaver<Tally> {
  readonly #file: string | undefined;
  readonly #header: ContestHeader<Tally>;
  #savedAt = -Infinity;
  #hasWarned = false;
  #isSaved = false;

  /** @param file where to save; without one nothing is saved. */
  constructor(file: string | undefined, header: ContestHeader<Tally>) {
    this.#file = file;
    this.#header = header;
  }

  /** Whether the file holds the tally given last. */
  get isSaved(): boolean {
    return this.#isSaved;
  }

  /** Saves the tally unless the last save was just before. */
  saveSometimes(tally: Tally): void {
    if (performance.now() - this.#savedAt >= SAVE_INTERVAL_MS) this.save(tally);
    else this.#isSaved = false;
  }

  save(tally: Tally): void {
    if (this.#file === undefined) return;
    this.#savedAt = performance.now();
    try {
      saveContest(this.#file, this.#header, tally);
      this.#isSaved = true;
    } catch (thrown) {
      this.#isSaved = false;
      if (!this.#hasWarned) {
        const { noun } = this.#header.kind;
        printError(`warning: the ${noun} cannot be saved now, and goes on: ${messageOf(thrown)}`);
      }
      this.#hasWarned = true;
    }
  }
}
