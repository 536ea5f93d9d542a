/** The live games of a host for its viewers: fed with the journal's events, after each answer. */
import type { JournalEvent } from '../../journal/journal-event.js';
import type { GamePieceView } from '../../views/game.js';
import type { HostView, LiveGameView, LiveSnapshot, LiveUpdate } from '../../views/live.js';
import { GameFeed, keyOf, type LiveNews } from './game-feed.js';
import { encodePiece, type GameStream } from './game-stream.js';
import { LiveChannel, type StreamReader } from './live-channel.js';

/** Most followed games; beyond, the one that was silent for longest is forgotten. */
const MAX_GAMES = 2000;
/** Memory limit of all games, in bytes. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A request with more characters is not shown. */
const MAX_BODY = 512 * 1024;
/** Characters of requests that are parsed for one update: a millisecond of the host's thread. */
const PARSED_PER_UPDATE = 32 * 1024;
/** Characters for the update that shows existing games to the first viewer. */
const PARSED_AT_FIRST = 256 * 1024;
/** Cost of showing a turn besides its characters, in characters. */
const TURN_COST = 256;
/** Shortest and longest time between two updates, and what each reader adds to the shortest, in ms. */
const UPDATE_MS = { shortest: 100, longest: 500, perReader: 4 } as const;
/** Most games in a snapshot, the newest, and most bytes of their boards. */
const MAX_SNAPSHOT = { games: 200, bytes: 4 * 1024 * 1024 } as const;
/** How often an update has the host's status, in ms. */
const HOST_INTERVAL_MS = 1000;
/** How long updates continue after the last reader has left, in ms: readers reconnect after a broken connection. */
const LINGER_MS = 10_000;

/** The state while the feed is watched. */
interface Watching {
  readonly channel: LiveChannel<LiveSnapshot, LiveUpdate>;
  /** Games with something to show, in the order of their turns. */
  readonly waiting: Set<GameFeed>;
  /** What the next update has. */
  news: LiveNews;
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
  /** By key; the one that was silent for longest comes first. An ended one stays until its end was shown. */
  readonly #games = new Map<string, GameFeed>();
  #bytes = 0;
  /** The streams of single games, by the id of the game. */
  readonly #followed = new Map<string, Set<GameStream>>();
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
    const ofGames = [...this.#followed.values()].reduce((sum, { size }) => sum + size, 0);
    return ofGames + (this.#watching?.channel.size ?? 0);
  }

  get bytes(): number {
    return this.#bytes;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  record(event: JournalEvent): void {
    const known = this.#games.get(keyOf(event));
    switch (event.kind) {
      case 'began': {
        if (known !== undefined) this.#forget(known);
        if (event.body.length > MAX_BODY) return;
        const game = new GameFeed(event);
        this.#bytes += game.bytes;
        return this.#keep(game, () => this.#watching && game.watch());
      }
      case 'turn':
        if (known === undefined || known.isOver) return;
        if (event.body.length > MAX_BODY) return this.#forget(known);
        return this.#keep(known, () => known.take(event.body, event.facts, this.#watching !== undefined));
      case 'ended':
        if (known === undefined || known.isOver) return;
        if (this.#watching === undefined) return this.#forget(known);
        return this.#keep(known, () => known.end(event));
      case 'guarded':
        return;
    }
  }

  /**
   * Opens a stream. `lastId` is the id of the last update that the reader got; empty if it got none. Returns a function
   * that removes the reader.
   */
  open(reader: StreamReader, lastId = ''): () => void {
    const watching = (this.#watching ??= this.#startWatching());
    return watching.channel.add(reader, lastId, () => ({ host: this.#host(), games: this.#newestShown() }));
  }

  /** Whether a game is in progress, by its id in the journal, which may not have it yet. */
  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Sends the stream what is known of its game, and then what is new. Returns a function that ends it. */
  follow(id: string, stream: GameStream): () => void {
    this.#watching ??= this.#startWatching();
    const streams = this.#followed.get(id) ?? new Set();
    this.#followed.set(id, streams.add(stream));
    this.#tell([stream], this.#find(id)?.piece);
    return () => {
      streams.delete(stream);
      if (streams.size === 0) this.#followed.delete(id);
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#watching?.channel.close('closing');
    for (const streams of this.#followed.values()) for (const stream of streams) stream.end('closing');
    this.#stopWatching();
  }

  /** Sends the events since the last update. A timer calls it while the feed is watched. */
  update(): void {
    const watching = this.#watching;
    if (watching === undefined) return;
    const now = this.#now();
    if (this.readers > 0) watching.readAt = now;
    else if (now - watching.readAt >= LINGER_MS) return this.#stopWatching();
    this.#showWaiting(watching);
    const isHostDue = now - watching.hostAt >= HOST_INTERVAL_MS;
    if (isHostDue) watching.hostAt = now;
    const { games, hidden } = watching.news;
    const update: LiveUpdate = {
      ...(isHostDue && { host: this.#host() }),
      ...(games.size > 0 && { games: [...games.values()] }),
      ...(hidden.size > 0 && { hidden: [...hidden] }),
    };
    watching.news = { games: new Map(), hidden: new Set() };
    if (Object.keys(update).length === 0) watching.channel.beat(now);
    else watching.channel.send(update, now);
  }

  #startWatching(): Watching {
    const now = this.#now();
    const watching: Watching = {
      channel: new LiveChannel(),
      waiting: new Set(),
      news: { games: new Map(), hidden: new Set() },
      credit: PARSED_AT_FIRST,
      hostAt: now,
      readAt: now,
      timer: undefined,
    };
    for (const game of this.#games.values()) {
      this.#change(game, () => game.watch());
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
    for (const game of this.#games.values()) {
      if (game.isOver) this.#forget(game);
      else this.#change(game, () => game.unwatch());
    }
  }

  /** Changes a game, which becomes the newest, and makes room if it needs more. */
  #keep(game: GameFeed, change: () => void): void {
    this.#games.delete(game.key);
    this.#games.set(game.key, game);
    this.#change(game, change);
    this.#watching?.waiting.add(game);
    this.#makeRoom(game);
  }

  #change(game: GameFeed, change: () => void): void {
    this.#bytes -= game.bytes;
    change();
    this.#bytes += game.bytes;
  }

  /** Forgets the oldest games if there are too many, and drops texts of other games if they take too much. */
  #makeRoom(newest: GameFeed): void {
    for (const game of this.#games.values()) {
      if (game === newest || (this.#games.size <= MAX_GAMES && this.#bytes <= MAX_BYTES)) return;
      if (this.#games.size > MAX_GAMES || game.isOver) this.#forget(game);
      else if (!game.isEmpty) {
        this.#hide(game);
        this.#change(game, () => game.drop());
      }
    }
  }

  #forget(game: GameFeed): void {
    this.#games.delete(game.key);
    this.#bytes -= game.bytes;
    this.#hide(game);
  }

  #hide(game: GameFeed): void {
    this.#watching?.waiting.delete(game);
    const streams = this.#followed.get(game.id) ?? [];
    for (const stream of streams) stream.expect(Infinity);
    this.#tell(streams, this.#watching && game.hide(this.#watching.news));
  }

  #showWaiting(watching: Watching): void {
    const { waiting, news } = watching;
    for (const game of waiting) {
      if (watching.credit <= 0) break;
      waiting.delete(game);
      watching.credit -= game.nextSize + TURN_COST;
      this.#change(game, () => this.#tell(this.#followed.get(game.id) ?? [], game.showNext(news)));
      // One turn of each game after the other, then again the games that are behind.
      if (game.hasMore) waiting.add(game);
      else if (game.isOver) {
        this.#games.delete(game.key);
        this.#bytes -= game.bytes;
      }
    }
    watching.credit = Math.min(PARSED_PER_UPDATE, watching.credit + PARSED_PER_UPDATE);
  }

  #tell(streams: Iterable<GameStream>, piece: GamePieceView | undefined): void {
    const all = [...streams];
    if (piece === undefined || all.length === 0) return;
    const bytes = encodePiece(JSON.stringify(piece));
    for (const stream of all) stream.take(piece, bytes);
  }

  #find(id: string): GameFeed | undefined {
    return [...this.#games.values()].find((game) => game.id === id);
  }

  /** The newest shown games, in the order of their last turns. */
  #newestShown(): LiveGameView[] {
    const newest: LiveGameView[] = [];
    let bytes = 0;
    for (const { shown, boardBytes } of [...this.#games.values()].toReversed()) {
      if (shown === undefined) continue;
      bytes += boardBytes;
      if (newest.length >= MAX_SNAPSHOT.games || bytes > MAX_SNAPSHOT.bytes) break;
      newest.push(shown);
    }
    return newest.toReversed();
  }
}
