/** Events that a host has recorded and its journal has not confirmed. Owned by `journal-process.ts`. */
import { encodeMessage } from '../../processes/child-channel.js';
import { type EventOf, type JournalEvent, gameIdOf, engineIdsOf } from '../journal-event.js';
import { toEventsMessage } from './messages.js';
import { NewGames } from './new-games.js';

/**
 * Most events in a batch: making its message takes the host's time. More turns of a game in one batch make packing and
 * writing cheaper.
 */
const MAX_BATCH_EVENTS = 512;
/** A batch is complete at this many characters: the process holds all of them at once. */
const MAX_BATCH_CHARACTERS = 1024 * 1024;
/** A body of more characters counts as large. */
const LARGE_BODY = 256 * 1024;
/**
 * How full the queue may become, of its most bytes: by large bodies, by turns, by beginnings and ends of games, of
 * which there are few. Games that begin while it is `crowded` are held until their second turn, in up to `held`.
 */
const SHARES = { large: 0.25, turn: 0.9, edge: 1, crowded: 0.5, held: 0.2 } as const;
/** Estimated memory of an event besides its body, in bytes. */
const EVENT_BYTES = 200;
/** Batches are sent after so many are sealed: every garbage collection of the process copies its messages. */
const MAX_SEALED = 8;
/** Most characters of the kept requests with which games in progress began: enough for some 2,000 games. */
const MAX_BEGUN_CHARACTERS = 8 * 1024 * 1024;
/** Most unconfirmed bytes in the process; the rest waits here, where it takes least memory. */
const WINDOW_BYTES = 8 * 1024 * 1024;

interface Batch {
  readonly number: number;
  readonly count: number;
  /** The memory that it takes. */
  readonly size: number;
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
 * Guarantees that they are sent in numbered batches, each game in its order, again to each restarted process, and that
 * they take a bounded number of bytes. Games that may be invented never take the room of the turns of others.
 */
export class UnwrittenEvents {
  readonly #maxBytes: number;
  readonly #onDropped: (events: readonly JournalEvent[]) => void;
  readonly #newGames = new NewGames();
  #fresh: JournalEvent[] = [];
  #freshBytes = 0;
  readonly #batches: Batch[] = [];
  /** How many of the batches were sent to the process, and their bytes. */
  #sent = { batches: 0, bytes: 0 };
  /** Of the fresh events and the batches. */
  #bytes = 0;
  #lastNumber = 0;
  #finished = 0;
  readonly #openGames = new OpenGames();

  /** @param dropped called with the events that have no room. */
  constructor(maxBytes: number, dropped: (events: readonly JournalEvent[]) => void) {
    this.#maxBytes = maxBytes;
    this.#onDropped = dropped;
  }

  /** The number of events, and roughly their bytes in memory. */
  get size(): { readonly entries: number; readonly bytes: number } {
    const { entries, bytes } = this.#newGames;
    return { entries: this.#count(this.#batches) + this.#fresh.length + entries, bytes: this.#bytes + bytes };
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

  /** Adds an event, or drops it. Returns whether there is much to send now. */
  add(event: JournalEvent): boolean {
    if (this.#newGames.has(event) || (event.kind === 'began' && this.#isCrowded)) this.#hold(event);
    else this.#queue(event);
    return this.#batches.length - this.#sent.batches >= MAX_SEALED;
  }

  /** Queues the games that are held back. */
  admit(): void {
    for (const event of this.#newGames.shrink(0)) this.#queue(event);
  }

  get #isCrowded(): boolean {
    return this.#bytes > this.#maxBytes * SHARES.crowded;
  }

  #hold(event: JournalEvent): void {
    for (const admitted of this.#newGames.hold(event, bytesOf(event))) this.#queue(admitted);
    const dropped = this.#newGames.shrink(this.#maxBytes * SHARES.held);
    if (dropped.length > 0) this.#onDropped(dropped);
  }

  #queue(event: JournalEvent): void {
    const bytes = bytesOf(event);
    const share = bytes > LARGE_BODY ? SHARES.large : event.kind === 'turn' ? SHARES.turn : SHARES.edge;
    // Not by `size`, which counts entries as well: this runs with every move.
    if (this.#bytes + this.#newGames.bytes + bytes > this.#maxBytes * share) return this.#onDropped([event]);
    this.#fresh.push(event);
    this.#freshBytes += bytes;
    this.#bytes += bytes;
    if (this.#fresh.length >= MAX_BATCH_EVENTS || this.#freshBytes >= MAX_BATCH_CHARACTERS) this.seal();
  }

  /** Makes a batch of the remaining events. */
  seal(): void {
    if (this.#fresh.length === 0) return;
    const events = this.#fresh;
    const number = ++this.#lastNumber;
    const bytes = encodeMessage(...toEventsMessage('events', number, events));
    const edges = events.filter(({ kind }) => kind !== 'turn');
    const size = edges.reduce((sum, event) => sum + bytesOf(event), bytes.length);
    this.#batches.push({
      number,
      count: events.length,
      size,
      bytes,
      edges,
      games: engineIdsOf(events),
    });
    this.#bytes += size - this.#freshBytes;
    this.#fresh = [];
    this.#freshBytes = 0;
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
      const { size, bytes, edges } = this.#batches.shift()!;
      this.#bytes -= size;
      this.#sent = { batches: this.#sent.batches - 1, bytes: this.#sent.bytes - bytes.length };
      this.#openGames.note(edges);
    }
    if (this.#isCrowded) return;
    this.admit();
    this.seal();
  }

  /** A restarted process has received none of it. */
  restart(): void {
    this.#sent = { batches: 0, bytes: 0 };
  }

  /** Drops everything. Returns how many events that are, and the engines' ids of their games. */
  giveUp(): { readonly events: number; readonly games: readonly string[] } {
    this.admit();
    const { entries: events } = this.size;
    const games = [...this.#batches.flatMap((batch) => batch.games), ...engineIdsOf(this.#fresh)];
    this.#batches.length = 0;
    this.#fresh = [];
    this.#freshBytes = 0;
    this.#bytes = 0;
    return { events, games };
  }

  #count(batches: readonly Batch[]): number {
    return batches.reduce((sum, { count }) => sum + count, 0);
  }
}

/** Roughly: most text has one byte a character. */
function bytesOf({ body }: JournalEvent): number {
  return (body?.length ?? 0) + EVENT_BYTES;
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
      if (event.kind === 'turn' || event.kind === 'guarded') continue;
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
