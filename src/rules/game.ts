/** A whole game: set-up, and turn after turn. The arena and the benchmarks drive it; who answers the snakes is their affair. */
import { clearPosition, createPosition, isSameSize, type Position } from './position.js';
import type { GameChance } from './chance.js';
import { checkMap, type GameMap, type MapInput } from './maps/game-map.js';
import { findMap } from './maps/registry.js';
import { boardRules, rulesetFor, type RulesetDefinition, type RulesetName } from './rulesets.js';
import { fillSettings, type PartialSettings } from './settings.js';
import { addSnake } from './snakes.js';
import type { TurnInput } from './stages/stage.js';
import { FULL_HEALTH, MAX_SNAKES, NO_MOVE } from './types.js';

/** The official engine's arena ends every game here. */
export const LAST_TURN = 5000;

/** What a game is made of. */
export interface GameOptions {
  readonly ruleset: RulesetName;
  /** A name of the registry, or a map of one's own. */
  readonly map: string | GameMap;
  readonly width: number;
  readonly height: number;
  /** A board to play on in place of a new one, if it has the right size. */
  readonly into?: Position;
  /** In the order of their seats. */
  readonly snakes: readonly { readonly id: string; readonly squad?: string }[];
  readonly settings?: PartialSettings;
  readonly chance: GameChance;
}

/** A game in progress. All of it is given; `board` changes from turn to turn. */
export interface RulesGame {
  readonly ruleset: RulesetDefinition;
  readonly map: GameMap;
  readonly position: Position;
  readonly input: GameInput;
}

/** What stages and maps may look at beside the board. */
export interface GameInput extends Omit<TurnInput, 'moves'>, MapInput {
  moves: Uint8Array;
}

/** What the stages of the set-up find in place of moves. */
const NO_MOVES = new Uint8Array(MAX_SNAKES).fill(NO_MOVE);

/**
 * A game set up and ready for its first turn.
 *
 * @throws Error when the map does not take the size or the number of snakes.
 */
export function createGame(options: GameOptions): RulesGame {
  const map = typeof options.map === 'string' ? findMap(options.map) : options.map;
  checkMap(map, options, options.snakes.length);

  const settings = fillSettings(options.settings);
  const rules = boardRules(options.ruleset, settings);
  const { into } = options;
  const position =
    into !== undefined && isSameSize(options, into) ? into : createPosition(options.width, options.height, rules);
  clearPosition(position, rules);
  const { chance } = options;
  const input: GameInput = {
    moves: NO_MOVES,
    settings,
    chance,
    hazardChance: chance.hazards,
  };
  for (const { id, squad = '' } of options.snakes) addSnake(position, id, squad, FULL_HEALTH);
  map.setUp(position, input);

  const ruleset = rulesetFor(options.ruleset, options.snakes.length);
  if (!ruleset.isOver(position)) {
    for (const stage of ruleset.setUpStages) stage(position, input);
  }
  return { ruleset, map, position, input };
}

/** Whether the game has ended: no turn is to be played any more. The limit on turns is the caller's. */
export function isGameOver({ ruleset, position }: RulesGame): boolean {
  return ruleset.isOver(position);
}

/** Opens a turn: what the map does before the snakes are shown the board. */
export function beginTurn({ map, position, input }: RulesGame): void {
  map.beforeTurn?.(position, input);
}

/**
 * Plays a turn that has been opened: the ruleset's stages, the map's, and the turn counter goes up.
 *
 * @param moves by seat, as numbers; those of eliminated snakes are not looked at.
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
    beginTurn(game);
    choose(game.position, moves);
    playTurn(game, moves);
  }
}
