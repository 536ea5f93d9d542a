/** A game as the reader of a format finds it: its boards, with all snakes. `to-rows.ts` makes a row for each snake. */
import type { ImportUnknown } from '../../views/game-rows.js';
import type { EliminationCause } from '../../rules/types.js';
import type { GameRequest } from '../../wire/resources.js';
import type { ViewerFrame, ViewerGame } from '../../wire/viewer.js';

/** How a snake died, as far as the source states it. */
export interface StatedDeath {
  readonly id: string;
  /** The first turn on which it is dead. */
  readonly turn: number;
  readonly cause?: EliminationCause | undefined;
  /** Id of the snake that killed it; its own id if it did so itself. */
  readonly by?: string | undefined;
}

export interface ReadBoard {
  /** The board with all snakes that the source shows, some of them perhaps dead. `you` is one of them. */
  readonly request: GameRequest;
  /** The moves made on this board, by snake id; absent if the source does not have them. */
  readonly moves?: Readonly<Record<string, unknown>> | undefined;
  /** The deaths that the source states on this board. A snake that is missing later died as well. */
  readonly deaths: readonly StatedDeath[];
  /** The original frame, if the source has frames. */
  readonly frame?: ViewerFrame;
}

export interface GameBoards {
  /** In order; some may be missing. */
  readonly boards: readonly [ReadBoard, ...ReadBoard[]];
  /** How the game ended; absent if the source leaves that to its last board. */
  readonly result?:
    { readonly winner: string; readonly isDraw: boolean; readonly turns?: number | undefined } | undefined;
  /** Facts about the game that the source does not have. */
  readonly unknown: readonly ImportUnknown[];
  /** The original game, if the source has frames. */
  readonly viewer?: ViewerGame;
}

/** A source that cannot be read. The message follows the name of the source. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
}
