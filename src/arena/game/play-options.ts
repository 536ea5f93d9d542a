/** The options of a game in the arena: as given, with defaults left out, and complete. */
import { v4 } from 'uuid';
import { createGameChance, type GameChance, createChance, type Chance } from '../../rules/chance.js';
import { LAST_TURN } from '../../rules/game.js';
import type { GameMap } from '../../rules/maps/game-map.js';
import type { RulesetName } from '../../rules/rulesets.js';
import type { Position } from '../../rules/position.js';
import { fillSettings, type GameSettings, type PartialSettings } from '../../rules/settings.js';
import { DEFAULT_TIMEOUT } from '../../wire/resources.js';
import type { ArenaSnake } from './arena-snake.js';
import { DIALECTS, type EngineDialect } from './dialects.js';
import type { Watcher } from './watcher.js';

export interface Participant {
  readonly snake: ArenaSnake;
  readonly name: string;
  /** Absent or empty for a snake without a squad. */
  readonly squad?: string;
}

export interface StartPosition {
  /** Of the living snakes only. Not modified. */
  readonly position: Position;
  /** The number of snakes at the start. */
  readonly beganWith: number;
}

export interface PlaySettings {
  /** By seat. */
  readonly participants: readonly Participant[];
  readonly ruleset: RulesetName;
  /** The name of a map, or a map. */
  readonly map: string | GameMap;
  readonly width: number;
  readonly height: number;
  readonly settings: GameSettings;
  /** A snake's time for each answer, in ms. */
  readonly timeout: number;
  readonly seed: string | number;
  readonly chance: GameChance;
  readonly ids: GameIds;
  /** The game ends after this many turns even if several snakes are alive. */
  readonly maxTurns: number;
  /** Where the game continues from (default: the beginning). Its snakes are in the order of the seats. */
  readonly from: StartPosition | undefined;
  readonly dialect: EngineDialect;
  /** The `game.source` of the requests. */
  readonly source: string;
  readonly isSequential: boolean;
  /** The game waits for them on every turn. */
  readonly watchers: readonly Watcher[];
  /** Stops the game. */
  readonly signal: AbortSignal | undefined;
}

/** A game as given: chance and ids depend on the seed by default. */
export type PlayOptions = Pick<PlaySettings, 'participants' | 'seed'> &
  Partial<Omit<PlaySettings, 'participants' | 'seed' | 'settings'>> & { readonly settings?: PartialSettings };

/** Fills in the defaults of the official command-line engine. */
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
    source: '',
    isSequential: false,
    from: undefined,
    watchers: [],
    signal: undefined,
    ...given,
    settings: fillSettings(settings),
    chance: given.chance ?? createGameChance(seed),
    ids: given.ids ?? createIds(seed, participants.length),
  };
}

export interface GameIds {
  readonly game: string;
  /** By seat. */
  readonly snakes: readonly string[];
}

/** The same ids for the same seed. A seat's id does not depend on the number of snakes. */
export function createIds(seed: string | number, snakes: number): GameIds {
  const chance = createChance(`${seed} ids`);
  return { game: drawId(chance), snakes: Array.from({ length: snakes }, () => drawId(chance)) };
}

function drawId(chance: Chance): string {
  const random = new Uint8Array(16);
  for (let index = 0; index < random.length; index += 2) {
    const pair = chance.below(0x10000);
    random[index] = pair >> 8;
    random[index + 1] = pair & 0xff;
  }
  return v4({ random });
}
