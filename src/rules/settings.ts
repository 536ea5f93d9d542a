/** The settings of a game, as the API spells them, and their defaults. */

/** What can be set in a game. The shape is that of `game.ruleset.settings` on the wire. */
export interface GameSettings {
  /** One piece of food appears each turn with a chance of (this − 1) in 100. */
  readonly foodSpawnChance: number;
  /** Food is made up to this number after each turn. */
  readonly minimumFood: number;
  /** Health lost for each hazard on the head's cell; negative heals. */
  readonly hazardDamagePerTurn: number;
  readonly royale: {
    /** Every so many turns one side of the board closes in by one; at least 1. */
    readonly shrinkEveryNTurns: number;
  };
  readonly squad: {
    /** Squad mates may cross each other's bodies. */
    readonly allowBodyCollisions: boolean;
    /** One falls, all fall. */
    readonly sharedElimination: boolean;
    /** All take the highest health among them. */
    readonly sharedHealth: boolean;
    /** All grow to the greatest length among them. */
    readonly sharedLength: boolean;
  };
}

/** Settings as an author writes them: whatever is left out is the engine's default. */
export type PartialSettings = {
  readonly [Key in keyof GameSettings]?:
    (GameSettings[Key] extends number ? number : Partial<GameSettings[Key]>) | null | undefined;
};

/** What the official engine plays by when nothing is said. */
export const DEFAULT_SETTINGS: GameSettings = {
  foodSpawnChance: 15,
  minimumFood: 1,
  hazardDamagePerTurn: 14,
  royale: { shrinkEveryNTurns: 25 },
  squad: { allowBodyCollisions: false, sharedElimination: false, sharedHealth: false, sharedLength: false },
};

/** Complete settings from partial ones. Absent and `null` groups, as old engines send them, are the defaults. */
export function fillSettings(given: PartialSettings = {}): GameSettings {
  return {
    foodSpawnChance: given.foodSpawnChance ?? DEFAULT_SETTINGS.foodSpawnChance,
    minimumFood: given.minimumFood ?? DEFAULT_SETTINGS.minimumFood,
    hazardDamagePerTurn: given.hazardDamagePerTurn ?? DEFAULT_SETTINGS.hazardDamagePerTurn,
    royale: { ...DEFAULT_SETTINGS.royale, ...given.royale },
    squad: { ...DEFAULT_SETTINGS.squad, ...given.squad },
  };
}
