/** What is known of one snake in one game: whether it computes to its deadline, and what it owes. */

/** A turn that wanted more than this part of its share is heavy. */
const HEAVY_SHARE = 0.25;
/** But what wanted no more than this is light on any machine, in ms; */
const ALWAYS_LIGHT_MS = 10;
/** and what wanted more than this part of its whole budget is not, however much it was given. */
const HEAVY_BUDGET = 0.1;
/** A turn is light if it wanted no more than this part of its share: one that used most of it may have wanted more. */
const LIGHT_SHARE = 0.5;
/** A heavy turn raises the recent load by 1, a light one lowers it; from this value on, the game is CPU-bound. */
const CPU_BOUND = 2;
const MAX_RECENT_LOAD = 4;

/** What a turn took. Times in ms. */
export interface TurnUse {
  /** CPU time of the strategy, or the time until its answer where that is not known. */
  readonly used: number;
  /** The same, and the time in which it could have computed but had no core. */
  readonly wanted: number;
  readonly share: number;
  /** From the request to the deadline. */
  readonly budget: number;
}

/**
 * Owns what is learnt of one snake in one game.
 *
 * A game is light or CPU-bound. Turns of light games are answered long before their deadline and never wait for a core.
 * An unknown game counts as CPU-bound: eight unknown ones that compute at once would all be late.
 */
export class GameLoad {
  /** When it was last heard of, on the clock of the cores. */
  seenAt = 0;
  /** From its last request to the deadline, in ms. */
  budget = 0;
  /** What it was given last, in ms. */
  share: number | undefined;
  #recentLoad: number;
  /** What it took too much and has not given back, in ms. */
  #debt = 0;

  /** @param recentLoad as the snake's other games have shown. */
  constructor(recentLoad = CPU_BOUND) {
    this.#recentLoad = recentLoad;
  }

  get recentLoad(): number {
    return this.#recentLoad;
  }

  /** Whether it computes to its deadline, as far as is known. */
  get isCpuBound(): boolean {
    return this.#recentLoad >= CPU_BOUND;
  }

  learn({ used, wanted, share, budget }: TurnUse): void {
    const limit = Math.min(HEAVY_BUDGET * budget, share * HEAVY_SHARE);
    const isHeavy = wanted > Math.max(ALWAYS_LIGHT_MS, limit);
    // A strategy that leaves some ms unused looks light with a small share. If that counted, it would next take its
    // whole budget on a full host, and so get its neighbours the small shares with which they look light.
    const isLight = !isHeavy && share > ALWAYS_LIGHT_MS && wanted <= LIGHT_SHARE * share;
    if (isHeavy) this.#recentLoad = Math.min(MAX_RECENT_LOAD, this.#recentLoad + 1);
    else if (isLight) this.#recentLoad = Math.max(0, this.#recentLoad - 1);
    this.#debt = Math.min(budget, this.#debt + Math.max(0, used - share));
  }

  /** What is left of a share, in ms, once the game has given back what it can of its debt; at least `least`. */
  payBack(share: number, least: number): number {
    const paid = Math.max(0, Math.min(this.#debt, share - least));
    this.#debt -= paid;
    return share - paid;
  }
}
