/** What a journal has lost since its host started. Owned by `journal-process.ts`. */
import type { Loss } from '../journal-status.js';

/** Shortest time between two reports of one reason, in ms: a full spool drops events four times a second. */
const INTERVAL_MS = 30_000;
/** Most games that are counted one by one, for each reason and in all: their ids take 2 MB. */
const MAX_GAMES = 20_000;
/** How many games a report names. */
const NAMED = 5;

interface Sum {
  events: number;
  readonly games: Set<string>;
}

/** Sums up losses by their reason. Reports the first of each reason at once, and later ones together. */
export class Losses {
  readonly #listener: (loss: Loss) => void;
  readonly #total: Sum = createSum();
  readonly #unreported = new Map<string, Sum>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #lastReason = '';

  constructor(listener: (loss: Loss) => void) {
    this.#listener = listener;
  }

  /** All since the host started, with the last reason; `undefined` if nothing was lost. */
  get total(): Loss | undefined {
    return this.#total.events === 0 ? undefined : toLoss(this.#total, this.#lastReason);
  }

  /** @param games the engines' ids of the games that the events belong to. */
  add(events: number, games: Iterable<string>, reason: string): void {
    const sum = this.#unreported.get(reason) ?? createSum();
    this.#unreported.set(reason, sum);
    for (const each of [sum, this.#total]) each.events += events;
    for (const game of games) {
      for (const each of [sum, this.#total]) if (each.games.size < MAX_GAMES) each.games.add(game);
    }
    this.#lastReason = reason;
    if (!this.#timers.has(reason)) this.#flush(reason);
  }

  /** Reports what is not reported yet. */
  report(): void {
    for (const reason of this.#unreported.keys()) this.#flush(reason);
  }

  /** The same, for the last time. */
  close(): void {
    this.report();
    for (const timer of this.#timers.values()) clearTimeout(timer);
  }

  #flush(reason: string): void {
    clearTimeout(this.#timers.get(reason));
    this.#timers.delete(reason);
    const sum = this.#unreported.get(reason);
    if (sum === undefined) return;
    this.#unreported.delete(reason);
    this.#timers.set(reason, setTimeout(() => this.#flush(reason), INTERVAL_MS).unref());
    this.#listener(toLoss(sum, reason));
  }
}

function createSum(): Sum {
  return { events: 0, games: new Set() };
}

function toLoss({ events, games }: Sum, reason: string): Loss {
  return { events, games: games.size, named: [...games].slice(0, NAMED), reason };
}
