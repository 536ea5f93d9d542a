/** What a flood is: requests that a stranger sends without end. Floods run in a process apart from the engine. */
import type { Chance } from '../../../src/rules/chance.js';
import type { Stranger } from './stranger.js';

export interface FloodTarget {
  readonly stranger: Stranger;
  readonly chance: Chance;
  /** Prefixes of the snakes that are flooded. */
  readonly prefixes: readonly string[];
}

export interface Flood {
  readonly name: string;
  readonly what: string;
  /** How many strangers send at the same time. */
  readonly strangers: number;
  /** Makes what it sends, before its time begins. */
  make?(): void;
  /** Sends once, and resolves when the next may be sent. */
  send(target: FloodTarget): Promise<void>;
  /** The flooded prefixes (default: the snakes of the game). */
  readonly prefixes?: readonly string[];
  /** The snakes of the game that is played meanwhile. */
  readonly game?: readonly string[];
}
