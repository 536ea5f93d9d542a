/** The rulesets: which stages a turn has, in which order. */
import type { BoardRules } from './position.js';
import { fillSettings, type PartialSettings } from './settings.js';
import { constrict } from './stages/constrict.js';
import { eliminate } from './stages/eliminate.js';
import { feedSnakes } from './stages/feed.js';
import { isLastSnakeLeft, isLastSquadLeft, isNoSnakeLeft, type GameOver } from './stages/game-over.js';
import { damageSnakes } from './stages/hazard.js';
import { moveSnakes } from './stages/move.js';
import { shareSquad } from './stages/squad.js';
import { shrink } from './stages/shrink.js';
import type { Stage } from './stages/stage.js';
import { starveSnakes } from './stages/starve.js';

/** A ruleset: when a game is over, and what happens in a turn. */
export interface RulesetDefinition {
  /** Whether the board wraps: a head that leaves it re-enters on the far side. */
  readonly wraps: boolean;
  /** Stage 1, looked at before each turn; when it says so, no stage runs. */
  readonly isOver: GameOver;
  /** The stages of a turn, in order. */
  readonly stages: readonly Stage[];
  /** Those of them that also run once on the board as set up, without moves. */
  readonly setUpStages: readonly Stage[];
}

const standardStages: readonly Stage[] = [moveSnakes, starveSnakes, damageSnakes, feedSnakes, eliminate];

function ruleset(isOver: GameOver, own: readonly Stage[] = [], { wraps = false } = {}): RulesetDefinition {
  return { wraps, isOver, stages: [...standardStages, ...own], setUpStages: own };
}

/** The rulesets that can be played here, by the names the API gives them. */
export const RULESET_NAMES = [
  'standard',
  'solo',
  'royale',
  'wrapped',
  'constrictor',
  'wrapped_constrictor',
  'squad',
] as const;

export type RulesetName = (typeof RULESET_NAMES)[number];

/** The table of rulesets. */
export const RULESETS: Readonly<Record<RulesetName, RulesetDefinition>> = {
  standard: ruleset(isLastSnakeLeft),
  solo: ruleset(isNoSnakeLeft),
  royale: ruleset(isLastSnakeLeft, [shrink]),
  wrapped: ruleset(isLastSnakeLeft, [], { wraps: true }),
  constrictor: ruleset(isLastSnakeLeft, [constrict]),
  wrapped_constrictor: ruleset(isLastSnakeLeft, [constrict], { wraps: true }),
  /** Deprecated by the official engine; follows its documentation, unproven by recorded games. */
  squad: ruleset(isLastSquadLeft, [shareSquad]),
};

export function isRulesetName(name: string): name is RulesetName {
  return Object.hasOwn(RULESETS, name);
}

/**
 * The ruleset a game of so many snakes is played by: as named, but a game that begins with one snake goes on until that
 * one is out.
 */
export function rulesetFor(name: RulesetName, snakes: number): RulesetDefinition {
  const named = RULESETS[name];
  return snakes === 1 ? { ...named, isOver: isNoSnakeLeft } : named;
}

/**
 * What of a ruleset and its settings shows on the board. Takes any name: an engine may play a ruleset that is not known
 * here, and its board is then read as a standard one.
 */
export function boardRules(name: string, settings: PartialSettings = {}): BoardRules {
  const filled = fillSettings(settings);
  const known = isRulesetName(name) ? RULESETS[name] : undefined;
  return {
    wraps: known?.wraps ?? false,
    hazardDamage: filled.hazardDamagePerTurn,
    grows: known?.stages.includes(constrict) ?? false,
    matesPass: name === 'squad' && filled.squad.allowBodyCollisions,
  };
}
