/** The rulesets as a table: the stages of a turn, in their order. */
import type { BoardRules } from './position.js';
import { fillSettings, type PartialSettings } from './settings.js';
import { eliminate } from './stages/eliminate.js';
import { shareSquad } from './stages/squad.js';
import {
  constrict,
  damageSnakes,
  feedSnakes,
  isLastSnakeLeft,
  isLastSquadLeft,
  isNoSnakeLeft,
  moveSnakes,
  shrink,
  starveSnakes,
  type GameOver,
  type Stage,
} from './stages/stages.js';

/** A ruleset: the stages of a turn, and when a game is over. */
export interface RulesetDefinition {
  /** A head that leaves the board enters it again on the opposite side. */
  readonly wraps: boolean;
  /** Stage 1, asked before each turn: if the game is over, no stage runs. */
  readonly isOver: GameOver;
  /** The stages of a turn, in order. */
  readonly stages: readonly Stage[];
  /** The stages that also run once at the end of the set-up, without moves. */
  readonly setUpStages: readonly Stage[];
}

const standardStages: readonly Stage[] = [moveSnakes, starveSnakes, damageSnakes, feedSnakes, eliminate];

function ruleset(isOver: GameOver, own: readonly Stage[] = [], { wraps = false } = {}): RulesetDefinition {
  return { wraps, isOver, stages: [...standardStages, ...own], setUpStages: own };
}

/** The names of all rulesets, as the API spells them. */
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

export const RULESETS: Readonly<Record<RulesetName, RulesetDefinition>> = {
  standard: ruleset(isLastSnakeLeft),
  solo: ruleset(isNoSnakeLeft),
  royale: ruleset(isLastSnakeLeft, [shrink]),
  wrapped: ruleset(isLastSnakeLeft, [], { wraps: true }),
  constrictor: ruleset(isLastSnakeLeft, [constrict]),
  wrapped_constrictor: ruleset(isLastSnakeLeft, [constrict], { wraps: true }),
  /** Deprecated by the official engine. Written from its documentation; no recorded game proves it. */
  squad: ruleset(isLastSquadLeft, [shareSquad]),
};

export function isRulesetName(name: string): name is RulesetName {
  return Object.hasOwn(RULESETS, name);
}

/**
 * The ruleset for a game that begins with this number of snakes. The named one, except that a game of one snake
 * continues until that snake is eliminated.
 */
export function rulesetFor(name: RulesetName, snakes: number): RulesetDefinition {
  const named = RULESETS[name];
  return snakes === 1 ? { ...named, isOver: isNoSnakeLeft } : named;
}

/**
 * The rules that a position carries, from a ruleset and its settings. Any name is allowed: an engine may play a ruleset
 * that is not known here, which then counts as standard.
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
