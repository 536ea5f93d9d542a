/** The games under way, for a journal that has lost their beginnings. Filled by the queue, read by the targets. */
import type { EventOf, JournalEvent } from '../journal-event.js';
import { gameIdOf } from '../store/game-id.js';

/** Most characters of the requests that are kept: with them, some 2,000 games. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

/**
 * Owns the first events of the games that have not ended.
 *
 * Guarantees that they are bounded: the game that began first is forgotten first. Never touches a file.
 */
export class OpenGames {
  readonly #games = new Map<string, EventOf<'began'>>();
  #characters = 0;

  /** With them, each of the games begins. */
  get events(): readonly EventOf<'began'>[] {
    return [...this.#games.values()];
  }

  /** Takes in events that were written. */
  note(events: readonly JournalEvent[]): void {
    for (const event of events) {
      if (event.kind === 'turn') continue;
      const id = gameIdOf(event);
      this.#forget(id);
      if (event.kind === 'ended') continue;
      this.#games.set(id, event);
      this.#characters += event.body.length;
    }
    for (const id of this.#games.keys()) {
      if (this.#characters <= MAX_CHARACTERS) break;
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#characters -= this.#games.get(id)?.body.length ?? 0;
    this.#games.delete(id);
  }
}
