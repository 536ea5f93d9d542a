/** What a game in the arena is made of: as written, with defaults left out, and as filled. */
import { createGameChance, type GameChance } from '../../rules/chance.js';
import { LAST_TURN } from '../../rules/game.js';
import type { GameMap } from '../../rules/maps/game-map.js';
import type { RulesetName } from '../../rules/rulesets.js';
import { fillSettings, type GameSettings, type PartialSettings } from '../../rules/settings.js';
import { DEFAULT_TIMEOUT } from '../../wire/resources.js';
import type { ArenaSnake } from './arena-snake.js';
import { DIALECTS, type EngineDialect } from './dialects.js';
import { createIds, type GameIds } from './game-ids.js';
import type { Watcher } from './watcher.js';

/** A snake that takes a seat. */
export interface Participant {
  readonly snake: ArenaSnake;
  readonly name: string;
  /** Empty for a snake on its own. */
  readonly squad?: string;
}

/** A game, complete. */
export interface PlaySettings {
  /** By seat. */
  readonly participants: readonly Participant[];
  readonly ruleset: RulesetName;
  /** A name of the registry, or a map of one's own. */
  readonly map: string | GameMap;
  readonly width: number;
  readonly height: number;
  readonly settings: GameSettings;
  /** What each snake has for each answer, in ms. */
  readonly timeout: number;
  readonly seed: string | number;
  readonly chance: GameChance;
  readonly ids: GameIds;
  /** The game ends here, whoever lives. */
  readonly maxTurns: number;
  readonly dialect: EngineDialect;
  /** Snakes are asked one after the other instead of all at once. */
  readonly isSequential: boolean;
  /** Told of every turn; the game waits for them. */
  readonly watchers: readonly Watcher[];
  /** Ends the game as it stands. */
  readonly signal: AbortSignal | undefined;
}

/** A game as written: chance and ids follow from the seed unless they are given. */
export type PlayOptions = Pick<PlaySettings, 'participants' | 'seed'> &
  Partial<Omit<PlaySettings, 'participants' | 'seed' | 'settings'>> & { readonly settings?: PartialSettings };

/** The defaults are the official command-line engine's. */
export function fillPlayOptions({ settings, ...given }: PlayOptions): PlaySettings {
  const { seed, participants } = given;
  return {
    ruleset: 'standard',
    map: 'standard',
    width: 11,
    height: 11,
    timeout: DEFAULT_TIMEOUT,
    maxTurns: LAST_TURN,
    dialect: DIALECTS.serpentarium,
    isSequential: false,
    watchers: [],
    signal: undefined,
    ...given,
    settings: fillSettings(settings),
    chance: given.chance ?? createGameChance(seed),
    ids: given.ids ?? createIds(seed, participants.length),
  };
}
