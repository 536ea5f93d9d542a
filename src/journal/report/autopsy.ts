/** Why did it die, and where could it still have lived? Asked of a game that is kept. */
import { copyPosition } from '../../rules/position.js';
import { findLastChance } from '../../rules/last-chance.js';
import { seatOf } from '../../rules/snakes.js';
import type { Direction } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import type { KeptGame, KeptTurn } from '../kept-game.js';
import { playLastStep, seenIn } from '../../inference/last-step.js';
import { replayGame } from '../../inference/replay-game.js';

export interface Autopsy {
  /** Turn on which the snake died. */
  readonly died: number;
  readonly cause: string;
  /** Name of the snake that did it. */
  readonly killer?: string;
  /** Turn that it was to reach. */
  readonly until: number;
  /** The last turn on which it could have been saved. */
  readonly chance?: {
    readonly turn: number;
    /** What would have saved it. */
    readonly moves: readonly Direction[];
    /** What it answered, and why. */
    readonly answered: Omit<KeptTurn, 'body'>;
  };
  /** Turns after that on which there were too many ways to try all of them. */
  readonly unsure: readonly number[];
}

/** Nothing where the snake did not die, or nobody knows of what. See {@link findLastChance} for what is taken as given. */
export function performAutopsy(game: KeptGame, turns: number): Autopsy | undefined {
  const { cause, killer, turns: died, you, list } = game;
  if (cause === undefined) return undefined;
  const bodies = list.map(({ body }) => body);
  const boards = Array.from(replayGame(bodies), ({ position }) => copyPosition(position));
  const end = game.end === undefined ? undefined : parseRequest(game.end);
  const before = boards.at(-1);
  const after = before && end && playLastStep(before, seatOf(before, you), seenIn(end));
  const { chance, unsure } = findLastChance(after === undefined ? boards : [...boards, after], you, died + turns);
  const found = { died, cause, ...(killer !== undefined && { killer }), until: died + turns, unsure };
  if (chance === undefined) return found;
  const { body: _, ...answered } = list.find(({ turn }) => turn === chance.turn)!;
  return { ...found, chance: { ...chance, answered } };
}
