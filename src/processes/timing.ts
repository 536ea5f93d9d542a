/** Time limits for a promise, and whether and when to retry a failed action. */
import { codeOf } from '../errors/errors.js';

const LATE = Symbol('late');

/** Settles as `promise` does, or after `ms` as `late` returns or throws: by default with `undefined`. */
export async function within<T, Late = undefined>(
  promise: Promise<T>,
  ms: number,
  late?: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, ms), LATE);
  });
  try {
    const first = await Promise.race([promise, timeout]);
    return first === LATE ? (late?.() as Late) : first;
  } finally {
    clearTimeout(timer);
  }
}

/** Calls `done` after `ms`, without keeping the process alive. Returns a function that cancels it. */
export type After = (ms: number, done: () => void) => () => void;

export const afterTimeout: After = (ms, done) => {
  const timer = setTimeout(done, ms).unref();
  return () => clearTimeout(timer);
};

/**
 * Owns one timer that many callers set.
 *
 * Guarantees that it fires within the shortest wait that was asked for since it fired last: requests can bring it
 * forward, and never push it back.
 */
export class SoonestTimer {
  readonly #fire: () => void;
  readonly #now: () => number;
  readonly #after: After;
  #due = Infinity;
  #cancel: (() => void) | undefined;

  constructor(fire: () => void, now = () => performance.now(), after = afterTimeout) {
    this.#fire = fire;
    this.#now = now;
    this.#after = after;
  }

  within(ms: number): void {
    const due = this.#now() + ms;
    if (due >= this.#due) return;
    this.stop();
    this.#due = due;
    this.#cancel = this.#after(ms, () => {
      this.#due = Infinity;
      this.#fire();
    });
  }

  stop(): void {
    this.#cancel?.();
    this.#due = Infinity;
  }
}

/** Shortest and longest wait, in ms. */
export interface BackoffLimits {
  readonly least: number;
  readonly most: number;
}

/**
 * For servers in the same network. They return within seconds or stay away for longer. A journal with events a minute
 * old is worth an alert, so a recovery must be noticed well before.
 */
const DEFAULT_LIMITS: BackoffLimits = { least: 250, most: 5000 };

/**
 * Owns the number of failed attempts since the last success.
 *
 * Guarantees that waits double from the shortest to the longest. Each is shortened by up to a half by chance: hosts
 * that were cut off from the same server must not reconnect in step. It never waits itself.
 */
export class Backoff {
  readonly #limits: BackoffLimits;
  readonly #random: () => number;
  #failures = 0;

  /** @param random from 0 to below 1 */
  constructor(limits: BackoffLimits = DEFAULT_LIMITS, random: () => number = Math.random) {
    this.#limits = limits;
    this.#random = random;
  }

  /** Counts a failed attempt. Returns how long to wait before the next one, in ms. */
  fail(): number {
    const { least, most } = this.#limits;
    const longest = Math.min(most, least * 2 ** Math.min(this.#failures++, 30));
    return Math.max(least, longest * (1 - this.#random() / 2));
  }

  /** An attempt has succeeded: the next failure begins with the shortest wait. */
  succeed(): void {
    this.#failures = 0;
  }
}

/**
 * SQLSTATEs, or their first two characters, after which a later attempt may succeed: connection lost, login or database
 * missing, transaction rolled back, out of room, shutting down, object locked, system error, damaged data. See
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const PASSING = '08 28 3D 40 53 55 57 58 25006 25P03 3F000 42501 42P01 XX001 XX002'.split(' ');

/**
 * The SQLSTATE of an error that the server reports; `undefined` for an error of a socket, of the driver or our own. The
 * codes of sockets begin with E, as in EPIPE; the server's never do.
 */
export function sqlStateOf(thrown: unknown): string | undefined {
  return /^[0-9A-DF-Z][0-9A-Z]{4}$/.exec(codeOf(thrown))?.[0];
}

/**
 * Whether a later attempt may succeed. True for every error of a socket or of the driver, for some of the server, and
 * for none of our own code.
 */
export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof Error) || thrown instanceof TypeError || thrown instanceof RangeError) return false;
  const state = sqlStateOf(thrown);
  return state === undefined || PASSING.some((passing) => state.startsWith(passing));
}
