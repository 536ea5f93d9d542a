/** The load of one snake in one game: whether it computes to its deadline, and how much time it owes. */

/**
 * A turn is heavy if it needed more than this part of its share or of its whole budget, but not if it needed 10 ms or
 * less. It is light if it needed no more than half of its share: one that used most of it may have needed more.
 */
const HEAVY_SHARE = 0.25;
const HEAVY_BUDGET = 0.1;
const ALWAYS_LIGHT_MS = 10;
const LIGHT_SHARE = 0.5;
/** A heavy turn raises the recent load by 1, a light one lowers it; from this value on, the game is CPU-bound. */
const CPU_BOUND = 2;
const MAX_RECENT_LOAD = 4;

/** The cost of a turn. Times in ms. */
export interface TurnUse {
  /** CPU time of the strategy, or the time until its answer where CPU time is unknown. */
  readonly used: number;
  /** CPU time plus the time in which it was ready but had no core. */
  readonly wanted: number;
  readonly share: number;
  /** From the request to the deadline. */
  readonly budget: number;
}

/**
 * Owns the measured load of one snake in one game.
 *
 * A game is light or CPU-bound. Turns of light games are answered long before their deadline and never wait for a core.
 * An unknown game counts as CPU-bound: eight unknown ones that compute at once would all be late.
 */
export class GameLoad {
  /** When its last request came, on the clock of the cores. */
  seenAt = 0;
  /** From its last request to the deadline, in ms. */
  budget = 0;
  /** Its last share, in ms. */
  share: number | undefined;
  #recentLoad: number;
  /** Time that it overran and has not paid back, in ms. */
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
    // whole budget on a full host, and leave its neighbours the small shares with which they look light.
    const isLight = !isHeavy && share > ALWAYS_LIGHT_MS && wanted <= LIGHT_SHARE * share;
    if (isHeavy) this.#recentLoad = Math.min(MAX_RECENT_LOAD, this.#recentLoad + 1);
    else if (isLight) this.#recentLoad = Math.max(0, this.#recentLoad - 1);
    this.#debt = Math.min(budget, this.#debt + Math.max(0, used - share));
  }

  /** Reduces a share by the game's debt, in ms; to `least` at the lowest. */
  payBack(share: number, least: number): number {
    const paid = Math.max(0, Math.min(this.#debt, share - least));
    this.#debt -= paid;
    return share - paid;
  }
}
