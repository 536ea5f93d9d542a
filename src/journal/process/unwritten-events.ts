/** Events that a host has recorded and its journal has not confirmed. Owned by `journal-process.ts`. */
import { encodeMessage } from '../../processes/child-channel.js';
import { type EventOf, type JournalEvent, gameIdOf, gamesOf } from '../journal-event.js';
import { toEventsMessage } from './messages.js';

/**
 * Most events in a batch: making its message takes the host's time. More turns of a game in one batch make packing and
 * writing cheaper.
 */
const MAX_BATCH_EVENTS = 512;
/** A batch is complete at this many characters: the process holds all of them at once. */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** A body of more characters counts as large. Large bodies may fill a quarter of the queue. */
const LARGE_BODY = 256 * 1024;
/** Estimated size of an event besides its body, in characters. */
const EVENT_CHARACTERS = 200;
/** Batches are sent after so many are sealed: every garbage collection of the process copies its messages. */
const MAX_SEALED = 8;
/** Most characters of the kept requests with which games in progress began: enough for some 2,000 games. */
const MAX_BEGUN_CHARACTERS = 8 * 1024 * 1024;
/** Most unconfirmed bytes in the process; the rest waits here, where it takes least memory. */
const WINDOW_BYTES = 8 * 1024 * 1024;

interface Batch {
  readonly number: number;
  readonly count: number;
  readonly characters: number;
  /** Its encoded message: outside of the heap, so that no garbage collection copies it. */
  readonly bytes: Buffer;
  /** Beginnings and ends of games. */
  readonly edges: readonly JournalEvent[];
  /** The engines' ids of all its games. */
  readonly games: readonly string[];
}

/**
 * Owns the events from their recording to their confirmation, and the beginnings of the games in progress.
 *
 * Guarantees that they are sent in their order in numbered batches, again to each restarted process, and that they take
 * a bounded number of characters.
 */
export class UnwrittenEvents {
  readonly #maxCharacters: number;
  #fresh: JournalEvent[] = [];
  #freshCharacters = 0;
  readonly #batches: Batch[] = [];
  /** How many of the batches were sent to the process, and their bytes. */
  #sent = { batches: 0, bytes: 0 };
  #characters = 0;
  #lastNumber = 0;
  #finished = 0;
  readonly #openGames = new OpenGames();

  /** `began` and `ended` events may exceed the limit by 50 %: there are few. */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** The number of events, and roughly their bytes. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#count(this.#batches) + this.#fresh.length, bytes: this.#characters };
  }

  /** The last finished batch; 0 if there is none. */
  get finished(): number {
    return this.#finished;
  }

  /** A message that begins the games in progress again in a journal that may have lost them. */
  get openGames(): Buffer {
    return encodeMessage(...toEventsMessage('openGames', 0, this.#openGames.events));
  }

  get last(): number {
    return this.#lastNumber;
  }

  /** Adds an event. Returns whether there is much to send now; `undefined` if there is no room for the event. */
  add(event: JournalEvent): boolean | undefined {
    const characters = (event.body?.length ?? 0) + EVENT_CHARACTERS;
    const share = characters > LARGE_BODY ? 0.25 : event.kind === 'turn' ? 1 : 1.5;
    if (this.#characters + characters > this.#maxCharacters * share) return undefined;
    this.#fresh.push(event);
    this.#freshCharacters += characters;
    this.#characters += characters;
    if (this.#fresh.length < MAX_BATCH_EVENTS && this.#freshCharacters < MAX_BATCH_CHARACTERS) return false;
    this.seal();
    return this.#batches.length - this.#sent.batches >= MAX_SEALED;
  }

  /** Makes a batch of the remaining events. */
  seal(): void {
    if (this.#fresh.length === 0) return;
    const events = this.#fresh;
    const number = ++this.#lastNumber;
    this.#batches.push({
      number,
      count: events.length,
      characters: this.#freshCharacters,
      bytes: encodeMessage(...toEventsMessage('events', number, events)),
      edges: events.filter(({ kind }) => kind !== 'turn'),
      games: gamesOf(events),
    });
    this.#fresh = [];
    this.#freshCharacters = 0;
  }

  /** The messages of the next batches, as many as the process has room for. */
  *next(): Generator<Buffer> {
    while (this.#sent.batches < this.#batches.length && this.#sent.bytes < WINDOW_BYTES) {
      const { bytes } = this.#batches[this.#sent.batches]!;
      this.#sent.batches++;
      this.#sent.bytes += bytes.length;
      yield bytes;
    }
  }

  /** All batches up to this number are finished. */
  confirm(number: number): void {
    this.#finished = number;
    while (this.#batches[0] !== undefined && this.#batches[0].number <= number) {
      const { characters, bytes, edges } = this.#batches.shift()!;
      this.#characters -= characters;
      this.#sent = { batches: this.#sent.batches - 1, bytes: this.#sent.bytes - bytes.length };
      this.#openGames.note(edges);
    }
  }

  /** A restarted process has received none of it. */
  restart(): void {
    this.#sent = { batches: 0, bytes: 0 };
  }

  /** Drops everything. Returns how many events that are, and the engines' ids of their games. */
  giveUp(): { readonly events: number; readonly games: readonly string[] } {
    const { entries: events } = this.size;
    const games = [...this.#batches.flatMap((batch) => batch.games), ...gamesOf(this.#fresh)];
    this.#batches.length = 0;
    this.#fresh = [];
    this.#characters = 0;
    return { events, games };
  }

  #count(batches: readonly Batch[]): number {
    return batches.reduce((sum, { count }) => sum + count, 0);
  }
}

/** Owns the first events of unfinished games, up to a limit: the game that began first is dropped first. */
class OpenGames {
  readonly #games = new Map<string, EventOf<'began'>>();
  #characters = 0;

  get events(): readonly EventOf<'began'>[] {
    return [...this.#games.values()];
  }

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
      if (this.#characters <= MAX_BEGUN_CHARACTERS) break;
      this.#forget(id);
    }
  }

  #forget(id: string): void {
    this.#characters -= this.#games.get(id)?.body.length ?? 0;
    this.#games.delete(id);
  }
}
