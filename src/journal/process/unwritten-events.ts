/** What a host has recorded and its journal has not confirmed. Owned by `journal-process.ts`. */
import { encodeMessage } from '../../processes/child-channel.js';
import { OpenGames } from '../delivery/open-games.js';
import type { ResumedEvents } from '../delivery/event-writer.js';
import type { JournalEvent } from '../journal-event.js';
import { toEventsMessage } from './messages.js';

/**
 * Most events in a batch: making its message takes the host's time. The more turns of a game are in one, the less
 * packing and writing each of them takes.
 */
const MAX_BATCH_EVENTS = 512;
/** Characters in them from which on a batch is complete: the process has to hold them all at once. */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** A body of more characters counts as large. Beyond a quarter of the queue, no large one is taken. */
const LARGE_BODY = 256 * 1024;
/** What an event takes besides its body, in characters: an estimate. */
const EVENT_CHARACTERS = 200;
/** Most bytes that are with the process and not confirmed; the rest waits here, where it takes least memory. */
const WINDOW_BYTES = 8 * 1024 * 1024;

interface Batch {
  readonly number: number;
  readonly count: number;
  readonly characters: number;
  /** Its message as it is sent: outside of the heap, so no garbage collection copies what waits. */
  readonly bytes: Buffer;
  /** Beginnings and ends of games. */
  readonly games: readonly JournalEvent[];
}

/**
 * Owns the events from their recording to their confirmation, and the beginnings of the games under way.
 *
 * Guarantees that they are sent in their order in numbered batches, again to each process that takes the place of
 * another, and that they take a bounded number of characters.
 */
export class UnwrittenEvents {
  readonly #maxCharacters: number;
  #fresh: JournalEvent[] = [];
  #freshCharacters = 0;
  readonly #batches: Batch[] = [];
  /** How many of the batches the process has got, and their bytes. */
  #sent = { batches: 0, bytes: 0 };
  #characters = 0;
  #lastNumber = 0;
  #finished = 0;
  readonly #openGames = new OpenGames();

  /** `began` and `ended` events may exceed the limit by 50 %: there are few. */
  constructor(maxCharacters: number) {
    this.#maxCharacters = maxCharacters;
  }

  /** How many events there are, and roughly how many bytes they take. */
  get size(): { readonly entries: number; readonly bytes: number } {
    return { entries: this.#count(this.#batches) + this.#fresh.length, bytes: this.#characters };
  }

  /** What a process that takes the place of another has to know. */
  get resumed(): ResumedEvents {
    return { finished: this.#finished, openGames: this.#openGames.events };
  }

  get last(): number {
    return this.#lastNumber;
  }

  /** Takes an event, and returns whether a batch is complete now; `undefined` if there is no room for the event. */
  add(event: JournalEvent): boolean | undefined {
    const characters = (event.body?.length ?? 0) + EVENT_CHARACTERS;
    const share = characters > LARGE_BODY ? 0.25 : event.kind === 'turn' ? 1 : 1.5;
    if (this.#characters + characters > this.#maxCharacters * share) return undefined;
    this.#fresh.push(event);
    this.#freshCharacters += characters;
    this.#characters += characters;
    return this.#fresh.length >= MAX_BATCH_EVENTS || this.#freshCharacters >= MAX_BATCH_CHARACTERS;
  }

  /** Makes a batch of what no batch has. */
  seal(): void {
    if (this.#fresh.length === 0) return;
    const events = this.#fresh;
    const number = ++this.#lastNumber;
    this.#batches.push({
      number,
      count: events.length,
      characters: this.#freshCharacters,
      bytes: encodeMessage(...toEventsMessage(number, events)),
      games: events.filter(({ kind }) => kind !== 'turn'),
    });
    this.#fresh = [];
    this.#freshCharacters = 0;
  }

  /** The message of the next batch for the process; `undefined` if there is none, or if it has enough to do. */
  next(): Buffer | undefined {
    const batch = this.#batches[this.#sent.batches];
    if (batch === undefined || this.#sent.bytes >= WINDOW_BYTES) return undefined;
    this.#sent.batches++;
    this.#sent.bytes += batch.bytes.length;
    return batch.bytes;
  }

  /** All batches up to this number are finished. */
  confirm(number: number): void {
    this.#finished = number;
    while (this.#batches[0] !== undefined && this.#batches[0].number <= number) {
      const { characters, bytes, games } = this.#batches.shift()!;
      this.#characters -= characters;
      this.#sent = { batches: this.#sent.batches - 1, bytes: this.#sent.bytes - bytes.length };
      this.#openGames.note(games);
    }
  }

  /** Another process has got none of it. */
  restart(): void {
    this.#sent = { batches: 0, bytes: 0 };
  }

  /** Forgets everything. Returns how many events that are. */
  giveUp(): number {
    const { entries } = this.size;
    this.#batches.length = 0;
    this.#fresh = [];
    this.#characters = 0;
    return entries;
  }

  #count(batches: readonly Batch[]): number {
    return batches.reduce((sum, { count }) => sum + count, 0);
  }
}
