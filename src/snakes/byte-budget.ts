/** Bounds the bytes of requests that are on their way to child processes, over all snakes of a host. */

/** From this many characters on, a request counts as large; boards of the platform need at most 170,000. */
const LARGE = 256 * 1024;

/** Most characters in flight. Each takes about ten bytes: as text, as parsed, and as the message that is sent. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/** Guarantees that large requests leave room for the small ones. A single large request is always taken. */
export class ByteBudget {
  readonly #max: { readonly small: number; readonly large: number };
  readonly #used = { small: 0, large: 0 };

  /** @param small for all small requests together; `large`: for all large ones. */
  constructor(small = MAX_CHARACTERS, large = MAX_CHARACTERS) {
    this.#max = { small, large };
  }

  /** Characters in flight. */
  get used(): number {
    return this.#used.small + this.#used.large;
  }

  /** Counts a request as in flight; returns false if there is no room for its characters. */
  take(characters: number): boolean {
    const size = sizeOf(characters);
    const used = this.#used[size];
    if (used > 0 && used + characters > this.#max[size]) return false;
    this.#used[size] += characters;
    return true;
  }

  give(characters: number): void {
    this.#used[sizeOf(characters)] -= characters;
  }
}

function sizeOf(characters: number): 'small' | 'large' {
  return characters > LARGE ? 'large' : 'small';
}
