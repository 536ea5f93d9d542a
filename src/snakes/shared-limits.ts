/** The limits that the snakes of a host share, and the state that outlives a mount. Made by the host for all. */
import { ByteBudget } from './byte-budget.js';
import { GameLedger } from './game/game-ledger.js';
import { PrefixMemories } from './game/prefix-memory.js';
import type { ChildCeiling } from './process/child-ceiling.js';
import type { Cores } from './schedule/cores.js';

export interface SharedLimits {
  readonly games: GameLedger;
  readonly memories: PrefixMemories;
  /** Limits the requests in flight to child processes. */
  readonly underWay: ByteBudget;
  /** The longest engine timeout that is passed on to strategies, in ms. */
  readonly maxTimeout: number;
  /** Decides when strategies in child processes may compute; absent in local games, where no turn waits for a core. */
  readonly cores?: Cores | undefined;
  /** The memory limit of all child processes; absent in local games, where they live as long as their snake. */
  readonly ceiling?: ChildCeiling | undefined;
  /** Where code may be written briefly (default: the system's temporary folder). */
  readonly folder?: string | undefined;
}

export interface SharedLimitsOptions extends Partial<
  Pick<SharedLimits, 'maxTimeout' | 'cores' | 'ceiling' | 'folder'>
> {
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
    underWay: new ByteBudget(),
    maxTimeout,
    cores,
    ceiling,
    folder,
  };
}
