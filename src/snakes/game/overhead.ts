/**
 * The overhead of a game: the part of an engine's latency outside of the host, estimated from what engines report. And
 * the budget that it leaves to a strategy. Used by `LiveGame` and `MountedSnake`.
 */
import type { ClientAddress } from '../mount.js';
import { measuredLatency, ROUNDING_MS } from '../../inference/move-used.js';
import { type Used } from '../../views/game-rows.js';
import { parseLatency } from '../../wire/resources.js';

/** Turns in the window: enough that one slow turn in twenty counts, few enough to forget a bad minute. */
const WINDOW = 40;
/** Share of the turns in the window that the estimate covers. */
const QUANTILE = 0.95;
/** The estimate adds the rise of the median over this many turns, compared with the same number before them. */
const TREND = 8;
/** After a lost turn, the overhead that it shows is multiplied by `factor`, plus `add` ms. */
const WIDEN = { factor: 3, add: 5 } as const;
/** A lost turn counts less with each good one after it, and not at all after this many. */
const HEAL_TURNS = 20;
/** Assumed by default, in ms. An operator who configures more knows the network. */
const USUAL_MS = 60;
/** Assumed for an engine on this machine, in ms. */
const LOOPBACK_MS = 5;
/** The least budget, as a share of the timeout, unless lost turns of the same game show that it is too much. */
const FLOOR = 0.5;
/** Lost turns show it if they had this share of the timeout or less. */
const SHOWING_SHARE = FLOOR + 0.1;
/** A turn that was lost with less than this share would have been lost with any budget: it shows no overhead. */
const OUTAGE_SHARE = 0.1;
/** A latency above this share of the timeout cannot belong to an answer that the engine used. */
const MAX_USED_SHARE = 1.1;
/** A new game starts from the median of this many games before it. */
const GAMES = 5;
/** Measured turns that a game needs to count there. */
const MIN_MEASURED = 5;

export interface OverheadSample {
  readonly used: Used;
  readonly latency: string;
  /** From the request's arrival to our answer. */
  readonly took: number;
  /** The engine's timeout. */
  readonly timeout: number;
}

/**
 * Owns the overheads of one game's last turns, and the evidence of its lost turns.
 *
 * Guarantees an estimate from the first turn on, which is never negative; that impossible latencies do not change it;
 * that a lost turn raises it at once, and that the raise ends after 20 good turns. Never looks at a clock.
 */
export class Overhead {
  readonly configured: number;
  /** A ring buffer: the next replaces the oldest. */
  readonly #ring = new Float64Array(WINDOW);
  /** The same, sorted. Kept sorted rather than sorted each time: this is done every turn of every game. */
  readonly #sorted = new Float64Array(WINDOW);
  /** Samples in the window, the assumed one included. */
  #learnt = 0;
  /** The expected overhead by the window alone, in ms. */
  #usual = 0;
  /** The estimate after the last lost turn, in ms, and the number of good turns since. */
  #widened = 0;
  #goodTurns = 0;
  /** The least budget that lost turns of this game justify, in ms. */
  #shownFloor = Number.POSITIVE_INFINITY;
  /** Latencies that this engine reports without meaning, because it did so for answers that it certainly used. */
  readonly #meaningless = { zero: false, timeout: false };

  /**
   * @param assumed first sample, in ms. It leaves the window like any other.
   * @param configured as the operator configured it, in ms.
   */
  constructor(assumed: number, configured = assumed) {
    this.configured = configured;
    this.#learn(assumed);
  }

  get #count(): number {
    return Math.min(this.#learnt, WINDOW);
  }

  /** The expected overhead, in ms: a high percentile of the last turns, and more for a while after a lost turn. */
  get estimate(): number {
    return Math.max(this.#usual, this.#widened * (1 - this.#goodTurns / HEAL_TURNS));
  }

  /** The high percentile that this game has measured without its lost turns, in ms; `undefined` with too few turns. */
  get measured(): number | undefined {
    const measured = this.#ring.slice(this.#learnt > WINDOW ? 0 : 1, this.#count).sort();
    return measured.length < MIN_MEASURED ? undefined : highPercentile(measured, measured.length);
  }

  /**
   * The least budget of a turn, in ms: half of the timeout, or less if a turn of this game was lost although its answer
   * took no longer than that.
   */
  floorOf(timeout: number): number {
    return Math.min(FLOOR * timeout, this.#shownFloor);
  }

  /** Adds a turn. Returns whether its answer was used, judged by how this engine reports latency. */
  observe(turn: OverheadSample): Used {
    const { used, latency, took, timeout } = turn;
    if (this.#isLost(turn)) {
      this.#lose(took, timeout);
      return used === 'no' ? used : 'unlikely';
    }
    const measured = measuredLatency(latency, used);
    if (used === 'yes' || measured !== undefined) this.#goodTurns = Math.min(HEAL_TURNS, this.#goodTurns + 1);
    if (measured === undefined || used === 'no' || used === 'unlikely') return used;
    const isZero = measured === 0 && took > ROUNDING_MS;
    const isTooLong = measured > MAX_USED_SHARE * timeout;
    if (used === 'yes' && isZero) this.#meaningless.zero = true;
    if (used === 'yes' && isTooLong) this.#meaningless.timeout = true;
    if (!isTooLong && measured >= took - ROUNDING_MS) this.#learn(Math.max(0, measured - took));
    return used;
  }

  /** After a timeout, engines report the real latency or "0". */
  #isLost({ used, latency, took, timeout }: OverheadSample): boolean {
    const ms = parseLatency(latency);
    if (used === 'no' || used === 'unlikely') return !(this.#meaningless.timeout && ms > MAX_USED_SHARE * timeout);
    const hasMeasured = this.#learnt > 1 && !this.#meaningless.zero;
    return used === 'unknown' && ms === 0 && took > ROUNDING_MS && hasMeasured;
  }

  #learn(overhead: number): void {
    const slot = this.#learnt % WINDOW;
    const gap = this.#learnt < WINDOW ? this.#learnt : this.#sorted.indexOf(this.#ring[slot]!);
    this.#ring[slot] = overhead;
    this.#learnt++;
    insertSorted(this.#sorted, gap, this.#count, overhead);
    this.#usual = highPercentile(this.#sorted, this.#count) + this.#rise();
  }

  /** How much the overhead of the last turns rose over the turns before them, in ms; 0 if it did not. */
  #rise(): number {
    // The assumed one was not measured.
    if (this.#learnt <= 2 * TREND) return 0;
    return Math.max(0, this.#medianBefore(0) - this.#medianBefore(TREND));
  }

  /** The median of {@link TREND} turns that end `back` turns ago. */
  #medianBefore(back: number): number {
    const newest = this.#learnt - 1 - back;
    for (let index = 0; index < TREND; index++) {
      insertSorted(trend, index, index + 1, this.#ring[(newest - index) % WINDOW]!);
    }
    return trend[TREND / 2]!;
  }

  /** An answer came too late: the overhead was more than the time it had left. */
  #lose(took: number, timeout: number): void {
    const isOutage = took < OUTAGE_SHARE * timeout;
    const shown = isOutage ? this.estimate : Math.max(this.estimate, timeout - took);
    this.#widened = Math.min(timeout, shown * WIDEN.factor + WIDEN.add);
    this.#goodTurns = 0;
    if (!isOutage && took <= SHOWING_SHARE * timeout) this.#shownFloor = Math.min(this.#shownFloor, took / 2);
  }
}

/** Scratch space for {@link Overhead.#rise}. */
const trend = new Float64Array(TREND);

/** The {@link QUANTILE} percentile of the first `count` values, which are sorted. */
function highPercentile(sorted: Float64Array, count: number): number {
  return sorted[Math.ceil(QUANTILE * count) - 1]!;
}

/** Inserts a value into the first `count`, which are sorted except for a gap; the values in between shift by one. */
function insertSorted(sorted: Float64Array, gap: number, count: number, value: number): void {
  let at = gap;
  for (; at > 0 && sorted[at - 1]! > value; at--) sorted[at] = sorted[at - 1]!;
  for (; at < count - 1 && sorted[at + 1]! < value; at++) sorted[at] = sorted[at + 1]!;
  sorted[at] = value;
}

/**
 * Owns the overheads that the last games at one prefix measured; the next game starts from them. Each kind of network
 * has its own.
 */
export class OverheadHistory {
  readonly configured: number;
  readonly #games = new Map<Network, number[]>();

  /**
   * @param configured in ms; assumed until games have measured it, unless the engine is on this machine. Counts as the
   *   first game of each kind of network.
   */
  constructor(configured: number) {
    this.configured = configured;
  }

  /** A new game's estimate: the median of the last five games, so that no single one decides. */
  begin(network?: Network): Overhead {
    const sorted = this.#gamesOf(network).toSorted((a, b) => a - b);
    return new Overhead(sorted[Math.ceil(sorted.length / 2) - 1]!, this.#configuredFor(network));
  }

  /** Keeps the measurement of a game that has ended, if it is long enough. */
  add({ measured }: Overhead, network?: Network): void {
    if (measured === undefined) return;
    const games = [...this.#gamesOf(network), measured];
    this.#games.set(network, games.slice(-GAMES));
  }

  #gamesOf(network: Network): readonly number[] {
    return this.#games.get(network) ?? [this.#configuredFor(network)];
  }

  #configuredFor(network: Network): number {
    const { configured } = this;
    const isNear = network === 'loopback' && configured <= USUAL_MS;
    return isNear ? Math.min(configured, LOOPBACK_MS) : configured;
  }
}

/** How the requests of a game come; absent in a local one. */
type Network = ClientAddress['network'] | undefined;

/** Time for parsing and for the messages to and from a child process, in ms. */
const MARGIN_MS = 10;

/** The least budget of a strategy, in ms. */
export const MIN_BUDGET_MS = 5;

/**
 * The time from a request's arrival to the strategy's deadline, in ms.
 *
 * `timeout` is the engine's whole allowance, overhead included. The overhead of this game, the delay of the host's
 * event loop and a fixed margin are subtracted. Never below {@link MIN_BUDGET_MS}; and not below half of the timeout,
 * unless lost turns of this game or the configured overhead demand it. The usual overhead and the delay together never
 * take more than half of the timeout.
 */
export function budgetOf(timeout: number, overhead: Overhead, loopDelay: number): number {
  const left = (taken: number) => timeout - taken - MARGIN_MS;
  const most = overhead.configured > USUAL_MS ? Infinity : FLOOR * timeout;
  const floor = Math.min(overhead.floorOf(timeout), left(Math.min(overhead.configured + loopDelay, most)));
  return Math.max(MIN_BUDGET_MS, floor, left(overhead.estimate + loopDelay));
}
