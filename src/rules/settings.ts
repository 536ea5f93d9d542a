/** The settings of a game, as the API spells them, and their defaults. */

/** The settings of a game. The shape of `game.ruleset.settings` in the API. */
export interface GameSettings {
  /** Each turn, one piece of food appears with a chance of (this − 1) in 100. */
  readonly foodSpawnChance: number;
  /** If there is less food than this after a turn, the rest is added. */
  readonly minimumFood: number;
  /** Health lost for each hazard on the head's cell; negative heals. */
  readonly hazardDamagePerTurn: number;
  readonly royale: {
    /** Turns from one shrink to the next: each moves one side of the board in by one cell. At least 1. */
    readonly shrinkEveryNTurns: number;
  };
  readonly squad: {
    /** Squad mates may move through each other's bodies. */
    readonly allowBodyCollisions: boolean;
    /** If one mate is eliminated, all are. */
    readonly sharedElimination: boolean;
    /** All mates get the highest health among them. */
    readonly sharedHealth: boolean;
    /** All mates grow to the greatest length among them. */
    readonly sharedLength: boolean;
  };
}

/** Partial settings, with the engine's defaults for absent ones. */
export type PartialSettings = {
  readonly [Key in keyof GameSettings]?:
    (GameSettings[Key] extends number ? number : Partial<GameSettings[Key]>) | null | undefined;
};

/** The defaults of the official engine. */
export const DEFAULT_SETTINGS: GameSettings = {
  foodSpawnChance: 15,
  minimumFood: 1,
  hazardDamagePerTurn: 14,
  royale: { shrinkEveryNTurns: 25 },
  squad: { allowBodyCollisions: false, sharedElimination: false, sharedHealth: false, sharedLength: false },
};

/** Complete settings. Settings and groups that are absent or, as old engines send them, `null` get their defaults. */
export function fillSettings(given: PartialSettings = {}): GameSettings {
  return {
    foodSpawnChance: given.foodSpawnChance ?? DEFAULT_SETTINGS.foodSpawnChance,
    minimumFood: given.minimumFood ?? DEFAULT_SETTINGS.minimumFood,
    hazardDamagePerTurn: given.hazardDamagePerTurn ?? DEFAULT_SETTINGS.hazardDamagePerTurn,
    royale: { ...DEFAULT_SETTINGS.royale, ...given.royale },
    squad: { ...DEFAULT_SETTINGS.squad, ...given.squad },
  };
}
