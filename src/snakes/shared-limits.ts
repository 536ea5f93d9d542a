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

/** Guarantees that all games together take at most the limit, plus one game: the game just entered stays. */
export class GameLedger {
  readonly #maxBytes: number;
  readonly #maxGames: number;
  /** The game that was silent for longest comes first. */
  readonly #entries = new Map<LiveGame, { readonly bytes: number; readonly pushOut: EvictGame }>();
  #bytes = 0;

  constructor({ maxBytes, maxGames = MAX_GAMES }: { readonly maxBytes: number; readonly maxGames?: number }) {
    this.#maxBytes = maxBytes;
    this.#maxGames = maxGames;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Enters the game of a new request. Evicts the games that were silent for longest to make room. */
  enter(game: LiveGame, pushOut: EvictGame): void {
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
