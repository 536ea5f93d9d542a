/** What a stage is: one step of a turn. `rulesets.ts` puts them in order. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import type { GameSettings } from '../settings.js';

/** What the stages of one turn are given besides the position. */
export interface TurnInput {
  /** By seat: the moves as numbers; those of eliminated snakes are ignored. */
  readonly moves: Uint8Array;
  readonly settings: GameSettings;
  /** The stream that places hazards. */
  readonly hazardChance: Chance;
}

/** One step of a turn. Changes the position in place, but not its `turn`: the game loop counts that. */
export type Stage = (position: Position, input: TurnInput) => void;
