/** What a map is, and the check that a game fits it. */
import type { Position } from '../position.js';
import type { GameChance } from '../chance.js';
import type { Grid } from '../cells.js';
import type { GameSettings } from '../settings.js';

/** What a map may look at beside the board. */
export interface MapInput {
  readonly settings: GameSettings;
  readonly chance: GameChance;
}

/** A map decides how a board begins, and what appears on it between the turns. */
export interface GameMap {
  /** As the API names it. */
  readonly name: string;
  /** One sentence for people. */
  readonly description: string;
  /** The sizes it can be played on. */
  readonly sizes: readonly Grid[];
  /** The numbers of snakes it has room for. */
  readonly players: { readonly min: number; readonly max: number };
  /** Gives the snakes, which have seats but no bodies yet, their start cells; places food and hazards. */
  setUp(position: Position, input: MapInput): void;
  /** Before the snakes see the board of a turn. */
  beforeTurn?(board: Position, input: MapInput): void;
  /** After the ruleset's stages; `board.turn` is still the turn just played. */
  afterTurn?(board: Position, input: MapInput): void;
}

/** The square boards with an odd side from 7 to 25. */
export const ODD_SQUARES: readonly Grid[] = [7, 9, 11, 13, 15, 17, 19, 21, 23, 25].map((side) => ({
  width: side,
  height: side,
}));

/**
 * Checks that a map can be played on a board of this size by so many snakes.
 *
 * @throws Error naming what the map takes.
 */
export function checkMap(map: GameMap, size: Grid, snakes: number): void {
  if (!map.sizes.some(({ width, height }) => width === size.width && height === size.height)) {
    const taken = map.sizes.map(({ width, height }) => `${width}x${height}`).join(', ');
    throw new Error(`Map "${map.name}" is not made for a board of ${size.width}x${size.height}: it takes ${taken}.`);
  }
  const { min, max } = map.players;
  if (snakes < min || snakes > max) {
    throw new Error(`Map "${map.name}" is not made for ${snakes} snakes: it takes ${min} to ${max}.`);
  }
}
