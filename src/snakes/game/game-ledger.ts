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
    this.remove(game);
    const shelf = game.isPlayed ? this.#played : this.#unplayed;
    shelf.add(game, pushOut);
    for (let oldest = shelf.oldestInTheWay(game); oldest !== undefined; oldest = shelf.oldestInTheWay(game)) {
      shelf.pushOut(oldest);
    }
  }

  /** Takes out a game that is over. */
  remove(game: LiveGame): void {
    if (!this.#played.remove(game)) this.#unplayed.remove(game);
  }
}

/** Games of one kind, the one that was silent for the longest time first. */
class Shelf {
  readonly #maxBytes: number;
  readonly #maxGames: number;
  readonly #games = new Map<LiveGame, { readonly bytes: number; readonly pushOut: PushOut }>();
  #bytes = 0;

  constructor(maxBytes: number, maxGames: number) {
    this.#maxBytes = maxBytes;
    this.#maxGames = maxGames;
  }

  get bytes(): number {
    return this.#bytes;
  }

  add(game: LiveGame, pushOut: PushOut): void {
    const { bytes } = game;
    this.#games.set(game, { bytes, pushOut });
    this.#bytes += bytes;
  }

  /** Returns whether the game was here. */
  remove(game: LiveGame): boolean {
    this.#bytes -= this.#games.get(game)?.bytes ?? 0;
    return this.#games.delete(game);
  }

  /** The game to push out next, if there are too many. Never `newest`. */
  oldestInTheWay(newest: LiveGame): LiveGame | undefined {
    if (this.#games.size <= this.#maxGames && this.#bytes <= this.#maxBytes) return undefined;
    const [oldest] = this.#games.keys();
    return oldest === newest ? undefined : oldest;
  }

  pushOut(game: LiveGame): void {
    const { pushOut } = this.#games.get(game)!;
    this.remove(game);
    pushOut(game);
  }
}
