/** A whole game: its set-up and its turns. The arena and the benchmarks drive it, and choose the moves. */
import { neighbourTable } from './cells.js';
import { clearPosition, createPosition, fits, type Position } from './position.js';
import type { GameChance } from './chance.js';
import { checkMap, type GameMap, type MapInput } from './maps/game-map.js';
import { findMap } from './maps/registry.js';
import { boardRules, rulesetFor, type RulesetDefinition, type RulesetName } from './rulesets.js';
import { fillSettings, type GameSettings, type PartialSettings } from './settings.js';
import { addSnake } from './snakes.js';
import type { TurnInput } from './stages/stages.js';
import { FULL_HEALTH, MAX_SNAKES, NO_MOVE } from './types.js';

/** The turn after which the platform ends every game. */
export const LAST_TURN = 5000;

export interface GameOptions {
  readonly ruleset: RulesetName;
  /** The name of a known map, or a map. */
  readonly map: string | GameMap;
  readonly width: number;
  readonly height: number;
  /** A position to reuse, if it has the right size. */
  readonly into?: Position;
  /** In seat order. */
  readonly snakes: readonly { readonly id: string; readonly squad?: string }[];
  readonly settings?: PartialSettings;
  readonly chance: GameChance;
}

/** A game in progress. `position` changes from turn to turn; the rest stays. */
export interface RulesGame {
  readonly ruleset: RulesetDefinition;
  readonly map: GameMap;
  readonly position: Position;
  readonly input: GameInput;
}

/** The input of stages and maps besides the position. */
interface GameInput extends Omit<TurnInput, 'moves'>, MapInput {
  moves: Uint8Array;
}

/** The moves that the set-up stages are given. */
const NO_MOVES = new Uint8Array(MAX_SNAKES).fill(NO_MOVE);

/**
 * A game that is set up and ready for its first turn. Throws an `Error` if the map does not allow the size or the
 * number of snakes, and if it is not known.
 */
export function createGame(options: GameOptions): RulesGame {
  const map = typeof options.map === 'string' ? findMap(options.map) : options.map;
  checkMap(map, options, options.snakes.length);

  const settings = fillSettings(options.settings);
  const rules = boardRules(options.ruleset, settings);
  const { into, width, height, snakes } = options;
  const seats = snakes.length;
  const position =
    into !== undefined && fits(options, seats, into) ? into : createPosition(width, height, rules, seats);
  clearPosition(position, rules);
  const input = toInput(settings, options.chance);
  for (const { id, squad = '' } of snakes) addSnake(position, id, squad, FULL_HEALTH);
  map.setUp(position, input);

  const ruleset = rulesetFor(options.ruleset, options.snakes.length);
  if (!ruleset.isOver(position)) {
    for (const stage of ruleset.setUpStages) stage(position, input);
  }
  return { ruleset, map, position, input };
}

interface ContinuedGameOptions extends Pick<GameOptions, 'ruleset' | 'map' | 'settings' | 'chance'> {
  /** The game changes it. */
  readonly position: Position;
  /** The number of snakes at the start. */
  readonly beganWith: number;
}

/**
 * A game that continues from a position, ready for its next turn. The position gets the rules of the ruleset and the
 * settings. Throws an `Error` if the map does not allow the size or the number of snakes, and if it is not known.
 */
export function continueGame({ position, beganWith, chance, ...options }: ContinuedGameOptions): RulesGame {
  const map = typeof options.map === 'string' ? findMap(options.map) : options.map;
  checkMap(map, position, beganWith);
  const settings = fillSettings(options.settings);
  position.rules = boardRules(options.ruleset, settings);
  position.neighbours = neighbourTable(position, position.rules.wraps);
  map.resume?.(position);
  const input = toInput(settings, chance);
  return { ruleset: rulesetFor(options.ruleset, beganWith), map, position, input };
}

function toInput(settings: GameSettings, chance: GameChance): GameInput {
  return { moves: NO_MOVES, settings, chance, hazardChance: chance.hazards };
}

/** Whether the game has ended by its ruleset. The caller decides on a limit of turns. */
export function isGameOver({ ruleset, position }: RulesGame): boolean {
  return ruleset.isOver(position);
}

/**
 * Plays a turn: runs the ruleset's stages, then the map, and counts the turn.
 *
 * @param moves by seat, as numbers; ignored for eliminated snakes.
 */
export function playTurn({ ruleset, map, position, input }: RulesGame, moves: Uint8Array): void {
  input.moves = moves;
  for (const stage of ruleset.stages) stage(position, input);
  map.afterTurn?.(position, input);
  position.turn++;
}

/**
 * Plays a game to its end.
 *
 * @param choose fills in the moves of a turn, by seat.
 */
export function playGame(
  game: RulesGame,
  choose: (position: Position, moves: Uint8Array) => void,
  lastTurn = LAST_TURN,
): void {
  const moves = new Uint8Array(MAX_SNAKES);
  while (!isGameOver(game) && game.position.turn < lastTurn) {
    choose(game.position, moves);
    playTurn(game, moves);
  }
}
