/** A clock that goes from event to event: hours of a queue pass in seconds. */

interface Event {
  readonly at: number;
  /** Events of one moment happen in the order in which they were asked for. */
  readonly order: number;
  readonly run: () => void;
}

/** Owns what is to happen, in ms from 0. Promises settle between two moments. */
export class VirtualTime {
  #now = 0;
  #count = 0;
  /** A binary heap: the next event comes first. */
  readonly #events: Event[] = [];

  get now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): void {
    const events = this.#events;
    events.push({ at: this.#now + ms, order: this.#count++, run });
    for (let at = events.length - 1; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!isBefore(events[at]!, events[parent]!)) break;
      [events[at], events[parent]] = [events[parent]!, events[at]!];
      at = parent;
    }
  }

  /** Lets time pass until this is so. Throws if nothing is to happen any more. */
  async passUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const next = this.#takeNext();
      if (next === undefined) throw new Error(`nothing happens any more after ${this.#now} ms`);
      this.#now = next.at;
      next.run();
      // Whatever waits for a promise goes on before time does.
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #takeNext(): Event | undefined {
    const events = this.#events;
    const first = events[0];
    const last = events.pop();
    if (first === undefined || last === undefined || events.length === 0) return first;
    events[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let least = at;
      if (left < events.length && isBefore(events[left]!, events[least]!)) least = left;
      if (right < events.length && isBefore(events[right]!, events[least]!)) least = right;
      if (least === at) return first;
      [events[at], events[least]] = [events[least]!, events[at]!];
      at = least;
    }
  }
}

function isBefore(one: Event, other: Event): boolean {
  return one.at < other.at || (one.at === other.at && one.order < other.order);
}
