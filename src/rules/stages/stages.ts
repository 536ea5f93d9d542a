/** The stages of a turn in order, except two in separate files; `rulesets.ts` combines them. */
import type { Chance } from '../chance.js';
import { addHazard, clearFood, clearHazards, removeFood } from '../items.js';
import type { Position } from '../position.js';
import type { GameSettings } from '../settings.js';
import { eliminateSnake, growSnake, headOf, isAlive, livingCount, moveSnake, NO_KILLER, tailMoves } from '../snakes.js';
import { defaultMove, stepTo } from '../steps.js';
import { FULL_HEALTH, NO_MOVE, type Cell } from '../types.js';

/** The input of the stages of one turn besides the position. */
export interface TurnInput {
  /** By seat: the moves as numbers; ignored for eliminated snakes. */
  readonly moves: Uint8Array;
  readonly settings: GameSettings;
  /** The stream that places hazards. */
  readonly hazardChance: Chance;
}

/** One step of a turn. Changes the position in place, but not its `turn`: the game loop counts that. */
export type Stage = (position: Position, input: TurnInput) => void;

// Stage 1: decides before a turn whether the game is over. If it is, no other stage runs.

export type GameOver = (position: Position) => boolean;

/** For games of several snakes: over when at most one lives. */
export const isLastSnakeLeft: GameOver = (position) => livingCount(position) <= 1;

/** For solo, and any game that began with one snake: over when it is eliminated. */
export const isNoSnakeLeft: GameOver = (position) => livingCount(position) === 0;

/** For squads: over when all living snakes are in one squad. A snake without a squad counts as its own squad. */
export const isLastSquadLeft: GameOver = (position) => {
  let first = -1;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    if (first < 0) first = seat;
    else if (position.squads[seat] === '' || position.squads[seat] !== position.squads[first]) return false;
  }
  return true;
};

// Stage 2: every living snake moves its head and drops its last body cell.

/** Moves all living snakes. If the board wraps, a head that leaves it enters it again on the opposite side. */
export const moveSnakes: Stage = (position, { moves }) => {
  const { causes, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const answered = moves[seat]!;
    const move = answered < NO_MOVE ? answered : defaultMove(position, seat);
    moveSnake(position, seat, stepTo(position, headOf(position, seat), move));
  }
};

// Stage 3: every living snake loses one health.

/**
 * Lowers health and eliminates no snake: one that reaches food with its last health is fed two stages later, and lives.
 */
export const starveSnakes: Stage = (position) => {
  const { causes, health, snakeCount } = position;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] === 0) health[seat]!--;
  }
};

// Stage 4: hazards under a living head cost health, each hazard of a stack once. Food on the cell protects from all.

/** Subtracts the damage of the hazards under each living head, and eliminates a snake whose health reaches 0. */
export const damageSnakes: Stage = (position) => {
  if (position.hazardCount === 0) return;
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head >= 0 && position.foodAt[head] !== 0) continue;
    const depth = head >= 0 ? position.hazardsAt[head]! : offBoardDepth(position, head);
    if (depth === 0) continue;
    position.health[seat] = healthAfter(position.health[seat]!, depth, position.rules.hazardDamage);
    if (position.health[seat] === 0) eliminateSnake(position, seat, 'hazard', NO_KILLER);
  }
};

/** The health after a step onto a stack of `depth` hazards without food. They apply one by one, until it is 0. */
export function healthAfter(health: number, depth: number, damage: number): number {
  let left = health;
  for (let entry = 0; entry < depth; entry++) {
    left = Math.max(0, Math.min(FULL_HEALTH, left - damage));
    if (left === 0) return 0;
  }
  return left;
}

/** Some hazards lie off the board, where a head may just have stepped. */
function offBoardDepth(position: Position, head: Cell): number {
  let depth = 0;
  for (let index = 0; index < position.hazardCount; index++) {
    if (position.hazards[index] === head) depth++;
  }
  return depth;
}

// Stage 5: living snakes eat the food under their heads.

/**
 * Feeds the snakes: full health, and one more body cell on top of the tail. Two heads on one piece of food both eat it.
 */
export const feedSnakes: Stage = (position) => {
  if (position.foodCount === 0) return;
  const { causes, foodAt, health, snakeCount } = position;
  let hasEaten = false;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head < 0 || foodAt[head] === 0) continue;
    health[seat] = FULL_HEALTH;
    growSnake(position, seat);
    hasEaten = true;
  }
  if (hasEaten) removeEaten(position);
};

function removeEaten(position: Position): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (position.causes[seat] !== 0) continue;
    const head = headOf(position, seat);
    if (head >= 0 && position.foodAt[head] !== 0) removeFood(position, head);
  }
}

// Stage 7 of constrictor: no food, no hunger, and every snake grows every turn.

/**
 * Removes all food, heals every snake and grows it unless its tail is doubled already. Eliminated snakes are included.
 */
export const constrict: Stage = (position) => {
  clearFood(position);
  for (let seat = 0; seat < position.snakeCount; seat++) {
    position.health[seat] = FULL_HEALTH;
    if (tailMoves(position, seat)) growSnake(position, seat);
  }
};

// Stage 7 of royale: the board closes in from random sides.

/** Replaces all hazards by the hazards of the coming turn. There are none before the first shrink. */
export const shrink: Stage = (position, { settings, hazardChance }) => {
  clearHazards(position);
  drawShrunk(position, settings.royale.shrinkEveryNTurns, hazardChance);
};

/**
 * Adds a hazard on every cell outside the rectangle that is left on turn `position.turn` + 1. Every `everyNTurns` turns
 * one random side moves in by one. All sides are drawn again each turn from the same sequence, so the board never opens
 * again. Throws an `Error` if `everyNTurns` is below 1.
 */
export function drawShrunk(position: Position, everyNTurns: number, chance: Chance): void {
  if (everyNTurns < 1) {
    throw new Error(`"shrinkEveryNTurns" is ${everyNTurns}: it must be at least 1.`);
  }
  const sides = Math.floor((position.turn + 1) / everyNTurns);
  if (sides === 0) return;

  const open = { x: 0, y: 0, toX: position.width, toY: position.height };
  chance.rewind(0);
  for (let drawn = 0; drawn < sides && open.x < open.toX && open.y < open.toY; drawn++) {
    const side = chance.below(4);
    if (side === 0) open.x++;
    else if (side === 1) open.toX--;
    else if (side === 2) open.y++;
    else open.toY--;
  }
  for (let cell = 0; cell < position.size; cell++) {
    const x = cell % position.width;
    const y = Math.floor(cell / position.width);
    if (x < open.x || x >= open.toX || y < open.y || y >= open.toY) addHazard(position, cell);
  }
}
