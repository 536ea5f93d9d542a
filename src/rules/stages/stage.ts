/** What a stage is: one step of a turn, on one board, in place. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import type { GameSettings } from '../settings.js';

/** All that the stages of one turn may look at beside the board. */
export interface TurnInput {
  /** By seat: the move as its number; what eliminated snakes "answered" is not looked at. */
  readonly moves: Uint8Array;
  readonly settings: GameSettings;
  /** The stream that places hazards. */
  readonly hazardChance: Chance;
}

/** One step of a turn. Changes the board in place and keeps its `turn`: the loop raises that at the end. */
export type Stage = (position: Position, input: TurnInput) => void;
