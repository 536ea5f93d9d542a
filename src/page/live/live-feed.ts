/** The live games of a host for its viewers: fed with the journal's events, after each answer. */
import type { EventOf, JournalEvent } from '../../journal/journal-event.js';
import type { GameRef } from '../../wire/resources.js';
import type { GamePieceView } from '../api/game.js';
import type { LiveSnapshot, HostView } from '../api/live.js';
import { GameFeed } from './game-feed.js';
import { LiveChannel, type StreamReader } from './live-channel.js';
import { toLiveGameViews, toLivePiece, toUpdate, type FeedEvent } from './live-update.js';

/** Most followed games; beyond, the one that was silent for longest is forgotten. */
const MAX_GAMES = 2000;
/** Memory limit of all games, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A request with more characters is not shown. */
const MAX_BODY = 512 * 1024;
/** Memory limit of ended games whose end was not shown yet, in bytes. Others end without their board. */
const MAX_ENDED_BYTES = 8 * 1024 * 1024;
/** Characters of requests that are parsed for one update: a millisecond of the host's thread. */
const PARSED_PER_UPDATE = 32 * 1024;
/** Characters for the update that shows existing games to the first viewer. */
const PARSED_AT_FIRST = 256 * 1024;
/** Cost of showing a turn besides its characters, in characters. */
const TURN_COST = 256;
/** Shortest and longest time between two updates, and what each reader adds to the shortest, in ms. */
const UPDATE_MS = { shortest: 100, longest: 500, perReader: 4 } as const;
/** How often an update has the host's status, in ms. */
const HOST_INTERVAL_MS = 1000;
/** How long updates continue after the last reader has left, in ms: readers reconnect after a broken connection. */
const LINGER_MS = 10_000;

/** The state while the feed is watched. */
interface Watching {
  readonly channel: LiveChannel;
  /** Games with something to show, in the order of their turns. */
  readonly waiting: Set<GameFeed>;
  readonly endings: Map<GameFeed, EventOf<'ended'>>;
  endedBytes: number;
  ready: FeedEvent[];
  /** Characters that may still be parsed; negative after a long request. */
  credit: number;
  hostAt: number;
  readAt: number;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Owns the latest turn of every live game, and the streams of its viewers.
 *
 * Guarantees that its memory is bounded for all requests, that without readers it only keeps a reference to the latest
 * request, and that showing turns takes a bounded share of the host's time: beyond that it leaves turns out. Never
 * delays an answer, and never throws into the code that records events.
 */
export class LiveFeed {
  readonly #host: () => HostView;
  readonly #now: () => number;
  /** By snake, game and seat; the one that was silent for longest comes first. */
  readonly #games = new Map<string, GameFeed>();
  #bytes = 0;
  #watching: Watching | undefined;
  #isClosed = false;

  /**
   * @param host the present status of the host.
   * @param now the clock, in ms.
   */
  constructor(host: () => HostView, now: () => number = () => performance.now()) {
    this.#host = host;
    this.#now = now;
  }

  get readers(): number {
    return this.#watching?.channel.size ?? 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  record(event: JournalEvent): void {
    const key = keyOf(event);
    const known = this.#games.get(key);
    switch (event.kind) {
      case 'began': {
        if (known !== undefined) this.#forget(key, known);
        if (event.body.length > MAX_BODY) return;
        const game = new GameFeed(event);
        this.#keep(key, game, () => this.#watching && game.watch());
        return;
      }
      case 'turn':
        if (known === undefined) return;
        if (event.body.length > MAX_BODY) return this.#forget(key, known);
        return this.#keep(key, known, () => known.take(event.body, event.facts, this.#watching !== undefined));
      case 'ended':
        if (known !== undefined) this.#end(key, known, event);
    }
  }

  /**
   * Opens a stream. `lastId` is the id of the last update that the reader got; empty if it got none. Returns a function
   * that removes the reader.
   */
  open(reader: StreamReader, lastId = ''): () => void {
    const watching = (this.#watching ??= this.#startWatching());
    return watching.channel.add(reader, lastId, () => this.#toSnapshot());
  }

  /** A game in progress by its id in the journal, which may not have it yet: see {@link toLivePiece}. */
  showGame(id: string): GamePieceView | undefined {
    const game = [...this.#games.values()].find((each) => each.id === id);
    return game?.latest && toLivePiece(game.latest);
  }

  close(): void {
    this.#isClosed = true;
    this.#watching?.channel.close('closing');
    this.#stopWatching();
  }

  /** Sends the events since the last update. A timer calls it while the feed is watched. */
  update(): void {
    const watching = this.#watching;
    if (watching === undefined) return;
    const now = this.#now();
    if (this.readers > 0) watching.readAt = now;
    else if (now - watching.readAt >= LINGER_MS) return this.#stopWatching();
    const shown = this.#showWaiting(watching);
    const isHostDue = now - watching.hostAt >= HOST_INTERVAL_MS;
    if (isHostDue) watching.hostAt = now;
    const update = toUpdate(shown, isHostDue ? this.#host() : undefined);
    if (update === undefined) watching.channel.beat(now);
    else watching.channel.send(update, now);
  }

  #startWatching(): Watching {
    const now = this.#now();
    const watching: Watching = {
      channel: new LiveChannel(),
      waiting: new Set(),
      endings: new Map(),
      endedBytes: 0,
      ready: [],
      credit: PARSED_AT_FIRST,
      hostAt: now,
      readAt: now,
      timer: undefined,
    };
    const games = [...this.#games.values()];
    for (const game of games) {
      this.#bytes -= game.bytes;
      game.watch();
      this.#bytes += game.bytes;
      watching.waiting.add(game);
    }
    const schedule = () => {
      const { shortest, longest, perReader } = UPDATE_MS;
      const delay = Math.min(longest, Math.max(shortest, this.readers * perReader));
      watching.timer = setTimeout(() => {
        this.update();
        if (this.#watching === watching) schedule();
      }, delay).unref();
    };
    schedule();
    return watching;
  }

  #stopWatching(): void {
    clearTimeout(this.#watching?.timer);
    this.#watching = undefined;
    this.#bytes = 0;
    for (const game of this.#games.values()) {
      game.unwatch();
      this.#bytes += game.bytes;
    }
  }

  /** Changes a game, which becomes the newest, and makes room if it needs more. */
  #keep(key: string, game: GameFeed, change: () => void): void {
    if (this.#games.delete(key)) this.#bytes -= game.bytes;
    change();
    this.#games.set(key, game);
    this.#bytes += game.bytes;
    this.#watching?.waiting.add(game);
    this.#makeRoom(game);
  }

  /** Forgets the oldest games if there are too many, and drops texts of other games if they take too much. */
  #makeRoom(newest: GameFeed): void {
    for (const [key, game] of this.#games) {
      if (game === newest || (this.#games.size <= MAX_GAMES && this.#bytes <= MAX_BYTES)) return;
      if (this.#games.size > MAX_GAMES) this.#forget(key, game);
      else if (!game.isEmpty) {
        this.#hide(game);
        this.#bytes -= game.bytes;
        game.drop();
        this.#bytes += game.bytes;
      }
    }
  }

  #forget(key: string, game: GameFeed): void {
    this.#games.delete(key);
    this.#bytes -= game.bytes;
    this.#hide(game);
  }

  #hide(game: GameFeed): void {
    this.#watching?.waiting.delete(game);
    if (game.shown === undefined) return;
    this.#watching?.ready.push({ hidden: game.id });
  }

  #end(key: string, game: GameFeed, event: EventOf<'ended'>): void {
    this.#games.delete(key);
    this.#bytes -= game.bytes;
    const watching = this.#watching;
    if (watching === undefined) return;
    const bytes = bytesOf(game, event);
    if (watching.endedBytes + bytes > MAX_ENDED_BYTES) {
      watching.waiting.delete(game);
      if (game.shown !== undefined) watching.ready.push({ ending: game.showEnd({ ...event, body: undefined }) });
      return;
    }
    watching.endedBytes += bytes;
    watching.waiting.add(game);
    watching.endings.set(game, event);
  }

  #showWaiting(watching: Watching): FeedEvent[] {
    const { waiting, endings } = watching;
    const shown = watching.ready.splice(0);
    for (const game of waiting) {
      if (watching.credit <= 0) break;
      waiting.delete(game);
      const ended = endings.get(game);
      watching.credit -= (game.nextSize ?? 0) + TURN_COST;
      if (ended === undefined) this.#bytes -= game.bytes;
      else watching.endedBytes -= bytesOf(game, ended);
      const next = game.showNext();
      if (next !== undefined) shown.push(next);
      if (ended === undefined) this.#bytes += game.bytes;
      else if (game.nextSize !== undefined) watching.endedBytes += bytesOf(game, ended);
      // One turn of each game after the other, then again the games that are behind.
      if (game.nextSize !== undefined) waiting.add(game);
      else if (ended !== undefined) {
        endings.delete(game);
        watching.credit -= ended.body?.length ?? 0;
        if (game.shown !== undefined) shown.push({ ending: game.showEnd(ended) });
      }
    }
    watching.credit = Math.min(PARSED_PER_UPDATE, watching.credit + PARSED_PER_UPDATE);
    return shown;
  }

  #toSnapshot(): LiveSnapshot {
    return { host: this.#host(), games: toLiveGameViews([...this.#games.values()]) };
  }
}

function bytesOf(game: GameFeed, { body = '' }: EventOf<'ended'>): number {
  return game.bytes + 2 * body.length;
}

function keyOf({ snake, game, you }: GameRef): string {
  return JSON.stringify([snake, game, you]);
}
