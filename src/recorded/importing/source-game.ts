/** A game as read from an engine or a file, before it becomes the game of one snake. */
import type { ImportUnknown } from '../../views/game-rows.js';
import type { Coordinate, EliminationCause } from '../../rules/types.js';
import type { Game, Snake } from '../../wire/resources.js';
import type { ViewerFrame, ViewerGame } from '../../wire/viewer.js';

/** How a snake died, as far as the source shows it. */
export interface SourceDeath {
  readonly id: string;
  /** The first turn on which it is dead. */
  readonly turn: number;
  readonly cause?: EliminationCause | undefined;
  /** Id of the snake that killed it; its own id if it did so itself. */
  readonly by?: string | undefined;
}

export interface SourceTurn {
  readonly turn: number;
  readonly living: readonly Snake[];
  /** The dead snakes that the source shows, with their last bodies. */
  readonly dead: readonly Snake[];
  readonly food: readonly Coordinate[];
  readonly hazards: readonly Coordinate[];
  /** The moves that were applied, by snake id; empty if the source does not have them. */
  readonly moves: Readonly<Record<string, string>>;
  /** The original frame, if the source has frames. */
  readonly frame?: ViewerFrame | undefined;
}

export interface SourceGame {
  readonly game: Game;
  readonly width: number;
  readonly height: number;
  /** In order; some may be missing. */
  readonly turns: readonly [SourceTurn, ...SourceTurn[]];
  /** In the order in which they happened. */
  readonly deaths: readonly SourceDeath[];
  /** The last turn is the end of the game. */
  readonly isOver: boolean;
  /** Facts about the game that the source does not have. */
  readonly unknown: readonly ImportUnknown[];
  /** The original game, if the source has frames. */
  readonly viewer?: ViewerGame | undefined;
}

/** A source that cannot be read. The message follows the name of the source. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
