/** The options of a game in the arena: as given, with defaults left out, and complete. */
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

/** A UUID of version 4 and variant 1, as RFC 9562 has them: the two fixed fields replace six of the drawn bits. */
function drawId(chance: Chance): string {
  const [a, b, c, version, variant, ...rest] = Array.from({ length: 8 }, () => chance.below(0x10000));
  const words = [a, b, c, (version! & 0x0fff) | 0x4000, (variant! & 0x3fff) | 0x8000, ...rest];
  const digits = words.map((word) => word!.toString(16).padStart(4, '0')).join('');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
