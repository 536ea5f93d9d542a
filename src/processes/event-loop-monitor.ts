/** Measures how late this process's event loop is: for the time budgets of snakes, and for the metrics. */
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';

/** Interval of the timer whose lateness is measured, in ms. */
const RESOLUTION_MS = 10;
/** Window of {@link EventLoopMonitor.delay}, in ms. */
const WINDOW_MS = 2000;
/** Ceiling of {@link EventLoopMonitor.delay}, in ms. Above it, smaller budgets for strategies do not help the host. */
const MAX_DELAY_MS = 50;

/**
 * Owns one timer and the record of its delays.
 *
 * Guarantees that reading the delays for the metrics does not disturb the delay that budgets see: Node's own monitor
 * has one histogram, which each reader would reset for the other. Never keeps the process alive.
 */
export class EventLoopMonitor {
  readonly #timers: readonly NodeJS.Timeout[];
  readonly #window = createHistogram();
  readonly #sinceTaken = createHistogram();
  #lastTick = performance.now();
  #delay = 0;

  constructor() {
    this.#timers = [
      setInterval(() => this.#tick(), RESOLUTION_MS).unref(),
      setInterval(() => this.#closeWindow(), WINDOW_MS).unref(),
    ];
  }

  /** The 99th percentile of the loop's delay over the last two seconds, in ms; at most 50. */
  get delay(): number {
    return this.#delay;
  }

  /** The delays since the last call, in ms. */
  takeDelays() {
    const taken = this.#sinceTaken;
    const delays = { p50: percentileMs(taken, 50), p99: percentileMs(taken, 99), max: percentileMs(taken, 100) };
    taken.reset();
    return delays;
  }

  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
  }

  #tick(): void {
    const now = performance.now();
    const late = Math.max(0, now - this.#lastTick - RESOLUTION_MS);
    this.#lastTick = now;
    // A histogram takes whole numbers from 1 on.
    const microseconds = Math.max(1, Math.round(late * 1000));
    this.#window.record(microseconds);
    this.#sinceTaken.record(microseconds);
  }

  #closeWindow(): void {
    this.#delay = Math.min(MAX_DELAY_MS, percentileMs(this.#window, 99));
    this.#window.reset();
  }
}

function percentileMs(histogram: RecordableHistogram, percentile: number): number {
  return histogram.count === 0 ? 0 : histogram.percentile(percentile) / 1000;
}
