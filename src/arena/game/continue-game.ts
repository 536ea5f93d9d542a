/** Continues a recorded game from one of its turns: for `play --from` and the page. */
import type { RecordedStart } from '../../recorded/find-start.js';
import { createGameChance, type GameChance } from '../../rules/chance.js';
import { continueGame, isGameOver } from '../../rules/game.js';
import { checkMap } from '../../rules/maps/game-map.js';
import { findMap } from '../../rules/maps/registry.js';
import { copyPosition } from '../../rules/position.js';
import { isRulesetName } from '../../rules/rulesets.js';
import { fillSettings } from '../../rules/settings.js';
import type { Snake } from '../../wire/resources.js';
import { toPosition } from '../../wire/to-position.js';
import type { ContestSettings } from '../contest/contest.js';
import { findHazardChance } from './hazard-course.js';
import type { StartPosition } from './play-options.js';
import type { Squads } from './squads.js';

/** A game that continues from a recorded turn. */
export interface ContinuedGame {
  readonly game: ContestSettings;
  readonly from: StartPosition;
  /** By seat: the recorded snakes. */
  readonly snakes: readonly Snake[];
  readonly squads: Squads;
  /** The random numbers of a seed, with hazards that fit the board; and whether any were found. */
  chanceFor(seed: string | number): { readonly chance: GameChance; readonly fits: boolean };
}

/** `given`: the settings, without the squads; `undefined` if the game is over on that turn. */
export function continueRecorded(
  { request, living, beganWith, hazards }: RecordedStart,
  given: ContestSettings,
): ContinuedGame | undefined {
  const { squad } = request.game.ruleset.settings;
  const game = { ...given, settings: { ...given.settings, squad } };
  const { position } = toPosition(request, living);
  const chance = createGameChance('');
  if (isGameOver(continueGame({ ...game, position: copyPosition(position), beganWith, chance }))) return undefined;
  return {
    game,
    from: { position, beganWith },
    snakes: living,
    squads: { names: living.map((snake) => snake.squad), settings: squad, warnings: [] },
    chanceFor(seed) {
      const found = findHazardChance({ ...given, beganWith, hazards: new Map(hazards) }, seed);
      return { chance: { ...createGameChance(seed), hazards: found.chance }, fits: found.fits };
    },
  };
}

/** The settings of a recorded game. Throws an `Error` if its ruleset or map is not known here. */
export function recordedSettings({ request, beganWith }: RecordedStart, maxTurns: number): ContestSettings {
  const { name, settings } = request.game.ruleset;
  const { width, height } = request.board;
  const map = mapOf(request);
  if (!isRulesetName(name)) throw new Error(`the ruleset "${name}" is not known here`);
  checkMap(findMap(map), { width, height }, beganWith);
  const { timeout } = request.game;
  return { ruleset: name, map, width, height, timeout, maxTurns, settings: fillSettings(settings) };
}

/** The map of a recorded game: some engines name none. */
export function mapOf({ game: { map, ruleset } }: RecordedStart['request']): string {
  return map || (ruleset.name === 'royale' ? 'royale' : 'standard');
}
