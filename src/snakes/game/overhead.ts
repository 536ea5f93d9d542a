/** How long requests travel, learnt from the latencies that engines report. Used by `LiveGame` and `MountedSnake`. */

/** Turns in the window: enough that one slow turn in twenty counts, few enough to forget a bad minute. */
const WINDOW = 40;
/** Share of the turns in the window that the estimate covers. */
const QUANTILE = 0.95;
/** A lost turn counts as a journey this much longer than the estimate: times `factor`, plus `add` ms. */
const WIDEN = { factor: 1.5, add: 10 } as const;
/** A new game starts from the longest estimate of this many games before it. */
const GAMES = 5;

/**
 * Owns the travel times of one game's last turns. Guarantees an estimate from the first turn on, which is never
 * negative. Never looks at a clock.
 */
export class Overhead {
  /** A ring buffer: the next replaces the oldest. */
  readonly #journeys = new Float64Array(WINDOW);
  /** The same, sorted by length. Kept sorted rather than sorted each time: this is done every turn of every game. */
  readonly #sorted = new Float64Array(WINDOW);
  #learnt = 0;

  /** @param assumed the travel time to start from, in ms. It leaves the window like that of any other turn. */
  constructor(assumed: number) {
    this.learn(assumed);
  }

  get #count(): number {
    return Math.min(this.#learnt, WINDOW);
  }

  /** The travel time to expect, in ms: a high percentile of the last turns. */
  get estimate(): number {
    return this.#sorted[Math.ceil(QUANTILE * this.#count) - 1]!;
  }

  /** Adds a turn's travel time, in ms: the latency that the engine reports minus the time we took. */
  learn(journey: number): void {
    const length = Math.max(0, journey);
    const place = this.#learnt % WINDOW;
    const gap = this.#learnt < WINDOW ? this.#learnt : this.#sorted.indexOf(this.#journeys[place]!);
    this.#journeys[place] = length;
    this.#learnt++;
    insertSorted(this.#sorted, gap, this.#count, length);
  }

  /** Raises the estimate: an answer came too late. */
  widen(): void {
    const wider = this.estimate * WIDEN.factor + WIDEN.add;
    // Often enough to raise the percentile even of a full window.
    for (let times = 0; times <= (1 - QUANTILE) * WINDOW; times++) this.learn(wider);
  }
}

/**
 * Inserts a value into the first `count`, which are sorted apart from a gap; the values in between move over by one.
 */
function insertSorted(sorted: Float64Array, gap: number, count: number, value: number): void {
  let at = gap;
  for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  for (; at < count - 1 && sorted[at + 1]! < value; at++) sorted[at] = sorted[at + 1]!;
  sorted[at] = value;
}

/** Owns the estimates of one snake's last games, from which its next game starts. */
export class OverheadHistory {
  readonly #initial: number;
  readonly #games: number[] = [];

  /** @param initial the travel time until a first game has ended, in ms. */
  constructor(initial: number) {
    this.#initial = initial;
  }

  /** The estimate that a new game starts from. */
  begin(): Overhead {
    return new Overhead(this.#games.length === 0 ? this.#initial : Math.max(...this.#games));
  }

  /** Keeps the estimate of a game that has ended. */
  add(overhead: Overhead): void {
    this.#games.push(overhead.estimate);
    if (this.#games.length > GAMES) this.#games.shift();
  }
}
