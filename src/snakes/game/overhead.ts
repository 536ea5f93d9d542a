/** How long requests travel: learnt from what the engine reports, game by game. */

/** Turns looked back on: long enough that one slow turn in twenty still counts, short enough to forget a bad minute. */
const WINDOW = 40;
/** Share of the turns in the window that the estimate covers. */
const QUANTILE = 0.95;
/** A lost turn counts as a journey this much longer than assumed: by a factor, and by ms. */
const WIDEN = { factor: 1.5, add: 10 } as const;
/** A new game starts from the longest journeys of this many games before it. */
const GAMES = 5;

/** The estimate of one game. Starts from what is assumed; each turn's journey moves it. */
export class Overhead {
  /** In the order in which they were learnt; the oldest makes room for the next. */
  readonly #journeys = new Float64Array(WINDOW);
  /** The same by length. Kept sorted rather than sorted anew: this is done every turn of every game. */
  readonly #sorted = new Float64Array(WINDOW);
  #learnt = 0;

  /** @param assumed travel time in ms to start from. It leaves the window like any other turn's. */
  constructor(assumed: number) {
    this.learn(assumed);
  }

  get #count(): number {
    return Math.min(this.#learnt, WINDOW);
  }

  /** Travel time to reckon with, in ms: a high percentile of the last turns'. */
  get estimate(): number {
    return this.#sorted[Math.ceil(QUANTILE * this.#count) - 1]!;
  }

  /** A turn's journey, in ms: the latency that the engine reports less the time we took. */
  learn(journey: number): void {
    const length = Math.max(0, journey);
    const place = this.#learnt % WINDOW;
    const gap = this.#learnt < WINDOW ? this.#learnt : this.#sorted.indexOf(this.#journeys[place]!);
    this.#journeys[place] = length;
    this.#learnt++;
    insertSorted(this.#sorted, gap, this.#count, length);
  }

  /** An answer came too late: reckon with more. */
  widen(): void {
    const wider = this.estimate * WIDEN.factor + WIDEN.add;
    // As often as it takes to lift the percentile of a full window.
    for (let times = 0; times <= (1 - QUANTILE) * WINDOW; times++) this.learn(wider);
  }
}

/** Puts a value where it belongs among the first `count`, which are sorted but for a gap; those between move over by one. */
function insertSorted(sorted: Float64Array, gap: number, count: number, value: number): void {
  let at = gap;
  for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  for (; at < count - 1 && sorted[at + 1]! < value; at++) sorted[at] = sorted[at + 1]!;
  sorted[at] = value;
}

/** What one snake's games taught. */
export class OverheadHistory {
  readonly #initial: number;
  readonly #games: number[] = [];

  /** @param initial travel time in ms until a game has been played. */
  constructor(initial: number) {
    this.#initial = initial;
  }

  /** The estimate that a new game begins with. */
  begin(): Overhead {
    return new Overhead(this.#games.length === 0 ? this.#initial : Math.max(...this.#games));
  }

  /** Keeps what a game that has ended taught. */
  add(overhead: Overhead): void {
    this.#games.push(overhead.estimate);
    if (this.#games.length > GAMES) this.#games.shift();
  }
}
