/** The times of a queue: how soon the dead are noticed. Tests make them shorter. */

/** All in ms. */
export interface QueueTimings {
  /** A job goes to another worker when its worker has not been heard of for this long. */
  readonly lock: number;
  /** Coordinators and workers say that they are there at this interval, and look for each other. */
  readonly beat: number;
  /** Who has not said so for this long is taken for dead, or for silent. */
  readonly silent: number;
  /** Shortest and longest time between two looks for results. */
  readonly look: { readonly least: number; readonly most: number };
  /** Longest wait for workers to leave a contest that has ended. */
  readonly leave: number;
}

/** For machines in one network. */
export const DEFAULT_TIMINGS: QueueTimings = {
  lock: 15_000,
  beat: 1000,
  silent: 8000,
  look: { least: 50, most: 500 },
  leave: 3000,
};
