/**
 * The limits that the snakes of a host share, such as the memory of their live games, and the state that outlives a
 * mount. Made by the host for all.
 */
import { ByteBudget } from './byte-budget.js';
import { PrefixMemories } from './game/prefix-memory.js';
import { ServedPrograms } from './upstream/served-program.js';
import type { ChildCeiling } from './process/child-ceiling.js';
import type { Cores } from './schedule/cores.js';
import type { LiveGame } from './game/live-game.js';

export interface SharedLimits {
  readonly games: GameLedger;
  readonly memories: PrefixMemories;
  /** The servers that the host runs. */
  readonly programs: ServedPrograms;
  /** Limits the requests in flight to child processes. */
  readonly inFlight: ByteBudget;
  /** The longest engine timeout that is passed on to strategies, in ms. */
  readonly maxTimeout: number;
  /** Decides when strategies in child processes may compute; absent in local games, where no turn waits for a core. */
  readonly cores?: Cores | undefined;
  /** The memory limit of all child processes; absent in local games, where they live as long as their snake. */
  readonly ceiling?: ChildCeiling | undefined;
  /** Where code may be written briefly (default: the system's temporary folder). */
  readonly folder?: string | undefined;
}

interface SharedLimitsOptions extends Partial<Omit<SharedLimits, 'games' | 'memories' | 'programs' | 'inFlight'>> {
  /** In bytes. */
  readonly gamesMemory?: number;
}

const MEGABYTE = 1024 * 1024;

/** The limits of a host, or of a snake in local games: that one takes any timeout. */
export function createSharedLimits({
  gamesMemory = 64 * MEGABYTE,
  maxTimeout = Infinity,
  cores,
  ceiling,
  folder,
}: SharedLimitsOptions = {}): SharedLimits {
  return {
    games: new GameLedger({ maxBytes: gamesMemory }),
    memories: new PrefixMemories(),
    programs: new ServedPrograms(),
    inFlight: new ByteBudget(),
    maxTimeout,
    cores,
    ceiling,
    folder,
  };
}

/** Most games at once, because the memory of a game in a strategy's process is not counted in bytes. */
const MAX_GAMES = 10_000;

/** Removes a game that had to make room. */
export type EvictGame = (game: LiveGame) => void;

interface Entry {
  readonly bytes: number;
  readonly pushOut: EvictGame;
}

/** Games of one kind. The one that was silent for longest comes first. */
class EnteredGames {
  readonly entries = new Map<LiveGame, Entry>();
  bytes = 0;

  remove(game: LiveGame): void {
    const entry = this.entries.get(game);
    if (entry === undefined) return;
    this.entries.delete(game);
    this.bytes -= entry.bytes;
  }
}

/**
 * Guarantees that all games together take at most the limit, plus one game: the game just entered stays. Games with one
 * turn, which a stranger invents by the thousand, and games with more each have half of it if the others want it.
 */
export class GameLedger {
  readonly #maxBytes: number;
  readonly #maxGames: number;
  readonly #new = new EnteredGames();
  readonly #proven = new EnteredGames();

  constructor({ maxBytes, maxGames = MAX_GAMES }: { readonly maxBytes: number; readonly maxGames?: number }) {
    this.#maxBytes = maxBytes;
    this.#maxGames = maxGames;
  }

  get bytes(): number {
    return this.#new.bytes + this.#proven.bytes;
  }

  /** Enters the game of a new request. Evicts the games that were silent for longest to make room. */
  enter(game: LiveGame, pushOut: EvictGame): void {
    this.remove(game);
    const { bytes } = game;
    const games = game.isProven ? this.#proven : this.#new;
    games.entries.set(game, { bytes, pushOut });
    games.bytes += bytes;
    while (this.#new.entries.size + this.#proven.entries.size > this.#maxGames || this.bytes > this.#maxBytes) {
      const most = this.#shareOf(this.#new) > this.#shareOf(this.#proven) ? this.#new : this.#proven;
      const [oldest, entry] = most.entries.entries().next().value!;
      if (oldest === game) return;
      most.remove(oldest);
      entry.pushOut(oldest);
    }
  }

  remove(game: LiveGame): void {
    this.#new.remove(game);
    this.#proven.remove(game);
  }

  #shareOf({ entries, bytes }: EnteredGames): number {
    return Math.max(entries.size / this.#maxGames, bytes / this.#maxBytes);
  }
}
