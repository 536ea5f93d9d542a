/** Bounds the bytes of requests that are on their way to child processes, over all snakes of a host. */

/** A request of more characters counts as large; the boards of the platform need 170,000 at most. */
const LARGE = 256 * 1024;

/** Most characters under way. Each takes about ten bytes: as text, as parsed, and as the message that is sent. */
export interface ByteBudgetOptions {
  /** Of small requests together; 8 Mi unless given. */
  readonly small?: number;
  /** Of large ones together, one of any size excepted; 8 Mi unless given. */
  readonly large?: number;
}

/** Guarantees that large requests leave room for the small ones. A single large request is always taken. */
export class ByteBudget {
  readonly #max: { readonly small: number; readonly large: number };
  readonly #used = { small: 0, large: 0 };

  constructor({ small = 8 * 1024 * 1024, large = 8 * 1024 * 1024 }: ByteBudgetOptions = {}) {
    this.#max = { small, large };
  }

  /** Characters under way. */
  get used(): number {
    return this.#used.small + this.#used.large;
  }

  /** Counts a request as under way; returns false if there is no room for its characters. */
  take(characters: number): boolean {
    const size = sizeOf(characters);
    const used = this.#used[size];
    if (used > 0 && used + characters > this.#max[size]) return false;
    this.#used[size] += characters;
    return true;
  }

  /** A request is no longer under way. */
  give(characters: number): void {
    this.#used[sizeOf(characters)] -= characters;
  }
}

function sizeOf(characters: number): 'small' | 'large' {
  return characters > LARGE ? 'large' : 'small';
}
