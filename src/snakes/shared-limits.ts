/** What the snakes of a host share: what strangers may take, and what outlives a mount. Made by the host for all. */
import { ByteBudget } from './byte-budget.js';
import { GameLedger } from './game/game-ledger.js';
import { PrefixMemories } from './game/prefix-memory.js';
import type { ChildCeiling } from './process/child-ceiling.js';
import type { Cores } from './schedule/cores.js';

/** How much the snakes of a host may take together, and what they know together. */
export interface SharedLimits {
  readonly games: GameLedger;
  readonly memories: PrefixMemories;
  /** Requests on their way to child processes. */
  readonly underWay: ByteBudget;
  /** The longest allowance of an engine that a strategy is given time for, in ms. */
  readonly maxTimeout: number;
  /** Decides when the strategies in child processes may compute; absent at home, where no turn waits for a core. */
  readonly cores?: Cores | undefined;
  /** What all child processes may take; absent at home, where they live as long as their snake. */
  readonly ceiling?: ChildCeiling | undefined;
  /** Where code may be written for a moment; the system's temporary folder if absent. */
  readonly folder?: string | undefined;
}

/** The limits that a configuration may set. */
export interface SharedLimitsOptions extends Partial<
  Pick<SharedLimits, 'maxTimeout' | 'cores' | 'ceiling' | 'folder'>
> {
  /** In bytes. */
  readonly gamesMemory?: number;
}

const MEGABYTE = 1024 * 1024;

/** The limits of a host, or of a snake that plays at home: that one takes any timeout. */
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
