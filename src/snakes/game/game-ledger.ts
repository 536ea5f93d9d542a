/** Bounds the memory of the live games, over all snakes of a host. Mounted snakes enter their games here. */
import type { LiveGame } from './live-game.js';

/** Most games at once: what a game takes outside of this process, in a strategy's memory, is not counted in bytes. */
const MAX_GAMES = 10_000;

/** Removes a game that had to make room. */
export type PushOut = (game: LiveGame) => void;

/** Guarantees that all games together take at most the limit, plus one game: the game just entered stays. */
export class GameLedger {
  readonly #maxBytes: number;
  readonly #maxGames: number;
  /** The game that was silent for longest comes first. */
  readonly #entries = new Map<LiveGame, { readonly bytes: number; readonly pushOut: PushOut }>();
  #bytes = 0;

  constructor({ maxBytes, maxGames = MAX_GAMES }: { readonly maxBytes: number; readonly maxGames?: number }) {
    this.#maxBytes = maxBytes;
    this.#maxGames = maxGames;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Enters the game of a new request. Evicts the games that were silent for longest to make room. */
  enter(game: LiveGame, pushOut: PushOut): void {
    this.remove(game);
    const { bytes } = game;
    this.#entries.set(game, { bytes, pushOut });
    this.#bytes += bytes;
    for (const [oldest, entry] of this.#entries) {
      if (oldest === game || (this.#entries.size <= this.#maxGames && this.#bytes <= this.#maxBytes)) return;
      this.remove(oldest);
      entry.pushOut(oldest);
    }
  }

  remove(game: LiveGame): void {
    const entry = this.#entries.get(game);
    if (entry === undefined) return;
    this.#entries.delete(game);
    this.#bytes -= entry.bytes;
  }
}
