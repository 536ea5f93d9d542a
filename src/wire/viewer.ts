/**
 * Games and frames as the official viewer asks an engine for them: `GET /games/ID` has `Game`; `/games/ID/frames` has
 * `count` and `frames`, fewer than asked for on the last page; `/games/ID/events` sends them. The official engines, the
 * platform and this host serve them; imports read them.
 */

/** A cell, counted like the API's from the bottom left. */
export interface ViewerCoordinate {
  readonly X: number;
  readonly Y: number;
}

/** How a snake died. */
export interface ViewerDeath {
  readonly Cause: string;
  /** The turn of the first frame on which it is dead. */
  readonly Turn: number;
  /** Id of the snake that killed it; empty if nobody did. */
  readonly EliminatedBy: string;
}

/** A snake of a frame. Dead snakes stay, with their last body. Fields that an engine does not know may be absent. */
export interface ViewerSnake {
  /** The id of its seat in this game. */
  readonly ID: string;
  readonly Name: string;
  readonly URL?: string;
  /** From head to tail. */
  readonly Body: readonly ViewerCoordinate[];
  readonly Health: number;
  /** Null while it lives. */
  readonly Death: ViewerDeath | null;
  /** `#rrggbb`. */
  readonly Color?: string;
  readonly HeadType?: string;
  readonly TailType?: string;
  /** In ms, of the turn before; the viewer shows "0" as an error. */
  readonly Latency?: string;
  readonly Shout?: string;
  readonly Squad?: string;
  readonly APIVersion?: string;
  readonly Author?: string;
  readonly StatusCode?: number;
  readonly Error?: string;
  readonly IsBot?: boolean;
  readonly IsEnvironment?: boolean;
  /** The platform also has the death in these two; both are empty while the snake lives. */
  readonly EliminatedCause?: string;
  readonly EliminatedBy?: string;
}

/** The board after one turn. */
export interface ViewerFrame {
  readonly Turn: number;
  readonly Snakes: readonly ViewerSnake[];
  readonly Food: readonly ViewerCoordinate[];
  /** Stacked ones repeat. */
  readonly Hazards: readonly ViewerCoordinate[];
}

/** A game. Fields that an engine does not know may be absent. */
export interface ViewerGame {
  readonly ID: string;
  /** `complete` when it is over. */
  readonly Status: string;
  readonly Width: number;
  readonly Height: number;
  /** The name, and from some engines the settings, as strings: `{"name":"standard","foodSpawnChance":"15"}`. */
  readonly Ruleset: Readonly<Record<string, string>>;
  /** Time for an answer, in ms. */
  readonly SnakeTimeout?: number;
  readonly Source?: string;
  readonly RulesetName?: string;
  readonly RulesStages?: readonly string[];
  readonly Map?: string;
}

/**
 * Stored as `viewer` in the requests of an imported game: its game and frame as they were read, so that they can be
 * served unchanged. Absent if it would make a request very long.
 */
export interface ViewerTurn {
  readonly game: ViewerGame;
  readonly frame: ViewerFrame;
}
