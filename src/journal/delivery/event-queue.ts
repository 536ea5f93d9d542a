/** What the host has sent to its journal's process and no store has yet: the first source of batches. */
import type { TakenBatches, BatchSource } from './delivery.js';
import type { EventBatch } from './deliver-batches.js';
import type { OpenGames } from './open-games.js';

/** How long to hold events, in ms, to write them as one batch: packed together, they take a fraction of the space. */
const BATCH_DELAY_MS = 250;
/** Deliver at once when this many batches are queued: every GC cycle copies what stays queued. */
const MAX_BATCHES = 8;
/** Batches are read until they have this many events. */
const READ_EVENTS = 4000;

export interface EventQueueDeps {
  /** The first events of the games under way, which are noted here. */
  readonly openGames: OpenGames;
  /** Batches are to be delivered. */
  readonly ready: () => void;
  /** All batches up to this number have left it, with so many events. */
  readonly done: (number: number, written: number, taken: TakenBatches) => void;
}

/** Owns the batches in memory, and the delay until they are delivered. Never drops any. */
export class EventQueue implements BatchSource {
  readonly #deps: EventQueueDeps;
  readonly #batches: EventBatch[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: EventQueueDeps) {
    this.#deps = deps;
  }

  add(batch: EventBatch): void {
    this.#batches.push(batch);
    if (this.#batches.length >= MAX_BATCHES) this.flush();
    else this.#timer ??= setTimeout(() => this.flush(), BATCH_DELAY_MS);
  }

  /** Has everything delivered without delay. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#deps.ready();
  }

  readOldest(): readonly EventBatch[] {
    let events = 0;
    const end = this.#batches.findIndex((batch) => (events += batch.events.length) >= READ_EVENTS);
    return this.#batches.slice(0, end < 0 ? undefined : end + 1);
  }

  remove(batches: readonly EventBatch[], taken: TakenBatches): void {
    const events = this.#batches.splice(0, batches.length).flatMap((batch) => batch.events);
    this.#deps.openGames.note(events);
    this.#deps.done(batches.at(-1)!.number, events.length - taken.failed - taken.dropped, taken);
  }

  count(): number {
    return this.#batches.reduce((sum, { events }) => sum + events.length, 0);
  }
}
