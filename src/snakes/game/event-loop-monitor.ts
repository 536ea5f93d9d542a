/** How late the host's own event loop is: time that a busy host has to leave before a deadline. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Granularity of the measurement, in ms; below it, the loop is on time. */
const RESOLUTION = 10;
/** Time over which the delay is taken, in ms. */
const PERIOD = 2000;
/** The most that is taken off a budget, in ms: a host that is later than this cannot be helped by giving strategies less. */
const MOST = 50;

export class EventLoopMonitor {
  readonly #histogram = monitorEventLoopDelay({ resolution: RESOLUTION });
  readonly #timer: NodeJS.Timeout;
  #delay = 0;

  constructor() {
    this.#histogram.enable();
    this.#timer = setInterval(() => this.#sample(), PERIOD).unref();
  }

  /** Delay of the loop in ms, the 99th percentile of the last two seconds. */
  get delay(): number {
    return this.#delay;
  }

  close(): void {
    clearInterval(this.#timer);
    this.#histogram.disable();
  }

  #sample(): void {
    const late = this.#histogram.percentile(99) / 1e6 - RESOLUTION;
    this.#delay = Math.min(MOST, Math.max(0, late));
    this.#histogram.reset();
  }
}
