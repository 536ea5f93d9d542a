/** The interface of a map, and the check that a game fits it. */
import type { Position } from '../position.js';
import type { GameChance } from '../chance.js';
import type { Grid } from '../cells.js';
import type { GameSettings } from '../settings.js';

/** The input of a map besides the position. */
export interface MapInput {
  readonly settings: GameSettings;
  readonly chance: GameChance;
}

/** A map: it decides how a game begins, and what appears between the turns. */
export interface GameMap {
  /** As the API names it. */
  readonly name: string;
  readonly description: string;
  /** The sizes of board that it can be played on; `any` that has room for the snakes. */
  readonly sizes: readonly Grid[] | 'any';
  /** The fewest and the most snakes that can play on it. */
  readonly snakes: { readonly min: number; readonly max: number };
  /** Puts the snakes, which have seats but no bodies yet, on their start cells; places food and hazards. */
  setUp(position: Position, input: MapInput): void;
  /** Restores what requests do not show. Runs once, on a position of living snakes from which a game continues. */
  resume?(position: Position): void;
  /** Runs after the ruleset's stages; `position.turn` is still the turn just played. */
  afterTurn?(position: Position, input: MapInput): void;
}

/** Throws an `Error` with the limits of the map if it does not allow this size or number of snakes. */
export function checkMap(map: GameMap, size: Grid, snakes: number): void {
  if (map.sizes !== 'any' && !map.sizes.some(({ width, height }) => width === size.width && height === size.height)) {
    const taken = map.sizes.map(({ width, height }) => `${width}x${height}`).join(', ');
    throw new Error(`Map "${map.name}" is not made for a board of ${size.width}x${size.height}: it takes ${taken}.`);
  }
  const { min, max } = map.snakes;
  if (snakes < min || snakes > max) {
    throw new Error(`Map "${map.name}" is not made for ${snakes} snakes: it takes ${min} to ${max}.`);
  }
}
