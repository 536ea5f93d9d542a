/** The estimator of the overhead before it withstood bad games. Simulations print it beside that of `src/`. */
import { measuredLatency } from '../../src/inference/move-used.js';
import type { OverheadSample } from '../../src/snakes/game/overhead.js';

const WINDOW = 40;
const QUANTILE = 0.95;
const WIDEN = { factor: 1.5, add: 10 } as const;
const GAMES = 5;
const MARGIN_MS = 10;
const MIN_BUDGET_MS = 5;

/** One game: a high percentile over the last 40 turns, in which a lost turn counts as three long ones. */
export class OverheadBefore {
  #overheads: number[] = [];

  constructor(assumed: number) {
    this.#learn(assumed);
  }

  get estimate(): number {
    const sorted = this.#overheads.toSorted((a, b) => a - b);
    return sorted[Math.ceil(QUANTILE * sorted.length) - 1]!;
  }

  /** In ms. */
  budgetOf(timeout: number): number {
    return Math.max(MIN_BUDGET_MS, timeout - this.estimate - MARGIN_MS);
  }

  observe({ used, latency, took }: OverheadSample): void {
    if (used === 'no') return this.#widen();
    const measured = measuredLatency(latency, used);
    if (measured !== undefined) this.#learn(measured - took);
  }

  #widen(): void {
    const wider = this.estimate * WIDEN.factor + WIDEN.add;
    for (let times = 0; times <= (1 - QUANTILE) * WINDOW; times++) this.#learn(wider);
  }

  #learn(overhead: number): void {
    this.#overheads = [...this.#overheads, Math.max(0, overhead)].slice(-WINDOW);
  }
}

/** The games of one snake: a new one starts from the longest estimate of the last five. */
export class OverheadHistoryBefore {
  readonly #initial: number;
  #games: number[] = [];

  constructor(initial: number) {
    this.#initial = initial;
  }

  begin(): OverheadBefore {
    return new OverheadBefore(this.#games.length === 0 ? this.#initial : Math.max(...this.#games));
  }

  add({ estimate }: OverheadBefore): void {
    this.#games = [...this.#games, estimate].slice(-GAMES);
  }
}
