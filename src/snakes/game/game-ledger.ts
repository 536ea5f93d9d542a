/** Bounds the memory of the games under way, over all snakes of a host. Mounted snakes enter their games here. */
import type { LiveGame } from './live-game.js';

/** Most games at once: what a game takes outside of this process, in a strategy's memory, is not counted in bytes. */
const MAX_GAMES = { played: 10_000, unplayed: 2000 } as const;
/** Share of the bytes that games may take of which only one turn has been seen. */
const UNPLAYED_SHARE = 0.25;

/** What a ledger may hold. */
export interface LedgerOptions {
  /** What all games together may take, in bytes. */
  readonly maxBytes: number;
  /** Most games of which a second turn came; 10,000 unless given. */
  readonly maxPlayed?: number;
  /** Most games of which none came yet; 2,000 unless given. */
  readonly maxUnplayed?: number;
}

/** Lets go of a game that had to make room. */
export type PushOut = (game: LiveGame) => void;

/**
 * Owns the order in which the games of a host were seen last, and how many bytes they take.
 *
 * Guarantees that they take at most as much as allowed and one game more, and that games with a second turn only make
 * room for others with a second turn: nobody who invents games can push out those that are played. The game that is
 * entered stays. Never closes a game itself: its snake does.
 */
export class GameLedger {
  readonly #played: Shelf;
  readonly #unplayed: Shelf;
  readonly #entries = new Map<LiveGame, Entry>();

  constructor({ maxBytes, maxPlayed = MAX_GAMES.played, maxUnplayed = MAX_GAMES.unplayed }: LedgerOptions) {
    this.#played = new Shelf(maxBytes * (1 - UNPLAYED_SHARE), maxPlayed);
    this.#unplayed = new Shelf(maxBytes * UNPLAYED_SHARE, maxUnplayed);
  }

  /** Bytes that the games take, roughly. */
  get bytes(): number {
    return this.#played.bytes + this.#unplayed.bytes;
  }

  /** Enters a game that a request has just come for. Others that are in the way are pushed out by their owners. */
  enter(game: LiveGame, pushOut: PushOut): void {
    const shelf = game.isPlayed ? this.#played : this.#unplayed;
    const known = this.#entries.get(game);
    known?.shelf.remove(known);
    const entry = known ?? new Entry(game, pushOut, shelf);
    if (known === undefined) this.#entries.set(game, entry);
    shelf.add(entry);
    for (let oldest = shelf.oldestInTheWay(entry); oldest !== undefined; oldest = shelf.oldestInTheWay(entry)) {
      this.remove(oldest.game);
      oldest.pushOut(oldest.game);
    }
  }

  /** Takes out a game that is over. */
  remove(game: LiveGame): void {
    const entry = this.#entries.get(game);
    if (entry === undefined) return;
    this.#entries.delete(game);
    entry.shelf.remove(entry);
  }
}

/** A game on a shelf, between those that were seen before and after it. */
class Entry {
  readonly game: LiveGame;
  readonly pushOut: PushOut;
  shelf: Shelf;
  bytes = 0;
  older: Entry | undefined;
  newer: Entry | undefined;

  constructor(game: LiveGame, pushOut: PushOut, shelf: Shelf) {
    this.game = game;
    this.pushOut = pushOut;
    this.shelf = shelf;
  }
}

/** Games of one kind, in the order in which they were seen last: a list, because it changes with every move. */
class Shelf {
  readonly #maxBytes: number;
  readonly #maxGames: number;
  #oldest: Entry | undefined;
  #newest: Entry | undefined;
  #count = 0;
  #bytes = 0;

  constructor(maxBytes: number, maxGames: number) {
    this.#maxBytes = maxBytes;
    this.#maxGames = maxGames;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Puts a game that is on no shelf at the end. */
  add(entry: Entry): void {
    entry.shelf = this;
    entry.bytes = entry.game.bytes;
    entry.older = this.#newest;
    if (this.#newest === undefined) this.#oldest = entry;
    else this.#newest.newer = entry;
    this.#newest = entry;
    this.#count++;
    this.#bytes += entry.bytes;
  }

  /** Takes out a game that is here. */
  remove(entry: Entry): void {
    const { older, newer } = entry;
    if (older === undefined) this.#oldest = newer;
    else older.newer = newer;
    if (newer === undefined) this.#newest = older;
    else newer.older = older;
    entry.older = undefined;
    entry.newer = undefined;
    this.#count--;
    this.#bytes -= entry.bytes;
  }

  /** The game to push out next, if there are too many. Never `newest`. */
  oldestInTheWay(newest: Entry): Entry | undefined {
    if (this.#count <= this.#maxGames && this.#bytes <= this.#maxBytes) return undefined;
    return this.#oldest === newest ? undefined : this.#oldest;
  }
}
