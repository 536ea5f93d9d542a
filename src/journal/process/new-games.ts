/** Games that may be invented: held back while there is much to write. Owned by `unwritten-events.ts`. */
import type { JournalEvent } from '../journal-event.js';

interface HeldGame {
  readonly events: JournalEvent[];
  bytes: number;
  /** The first turn; absent until it was answered. */
  turn?: number;
}

/**
 * Owns the first events of games that began while the queue was crowded, until each game has a second turn. A stranger
 * who begins thousands of games would else take the room of the turns of real ones.
 */
export class NewGames {
  /** The game that began first comes first. */
  readonly #games = new Map<string, HeldGame>();
  #bytes = 0;

  get bytes(): number {
    return this.#bytes;
  }

  get entries(): number {
    return [...this.#games.values()].reduce((sum, { events }) => sum + events.length, 0);
  }

  /** Whether the game of an event is held. */
  has(event: JournalEvent): boolean {
    return this.#games.size > 0 && this.#games.has(keyOf(event));
  }

  /** Holds an event. Returns all events of its game if this one is of a second turn: they are held no longer. */
  hold(event: JournalEvent, bytes: number): readonly JournalEvent[] {
    const key = keyOf(event);
    const game = this.#games.get(key) ?? { events: [], bytes: 0 };
    game.events.push(event);
    game.bytes += bytes;
    this.#bytes += bytes;
    this.#games.set(key, game);
    if (event.kind !== 'turn') return [];
    const { turn } = event.facts;
    game.turn ??= turn;
    return game.turn === turn ? [] : this.#take(key, game);
  }

  /** Removes the oldest games until the others have at most so many bytes. Returns their events. */
  shrink(maxBytes: number): readonly JournalEvent[] {
    const removed: JournalEvent[] = [];
    for (const [key, game] of this.#games) {
      if (this.#bytes <= maxBytes) break;
      removed.push(...this.#take(key, game));
    }
    return removed;
  }

  #take(key: string, { events, bytes }: HeldGame): readonly JournalEvent[] {
    this.#games.delete(key);
    this.#bytes -= bytes;
    return events;
  }
}

function keyOf({ snake, game, you }: JournalEvent): string {
  return JSON.stringify([snake, game, you]);
}
