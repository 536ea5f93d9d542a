/** The built-in evaluation: a weighted sum of features, of the searching snake against its opponents. */
import type { Seat } from '../../rules/types.js';
import type { BoardView } from '../board/board.js';
import type { Evaluate } from '../tree/alpha-beta.js';
import { countBodyCells, headDistance, readFeatures, type Features } from './features.js';
import { houseWeights, type Weights } from './weights.js';

/**
 * Scores are whole numbers: parts of a cell would be lost without this. Functions take and return whole numbers only:
 * V8 puts a fraction on the heap that it passes to a function it does not inline.
 */
const UNITS_PER_CELL = 8;

/**
 * The score of dying together, as `draw` of a search with this evaluation: about a length behind early in the game. At
 * 0, a snake would risk equal heads without need.
 */
export const DRAW_SCORE = -1600;

/** Below this health, food comes before most other features. */
const LOW_HEALTH = 40;
/** Food farther away than this does not count. */
const FAR = 12;
/** Heads farther apart than this do not interact. */
const NEAR_HEADS = 8;
/** The share of the strongest opponent; the rest is the mean of all. */
const STRONGEST = 0.6;
/** How many times as much growth and food count while more than two snakes live: the shorter ones die first. */
const AMONG_SEVERAL = 3;
/** Less than any value of a snake. */
const WORST = -(2 ** 30);

const LOGARITHMS = Float64Array.from({ length: 1024 }, (_, index) => Math.log2(1 + index));

/** The weights at one stage of the game. */
interface Blend {
  area: number;
  longer: number;
  length: number;
  foodNear: number;
  food: number;
  tail: number;
}

/** The evaluations that were made, by their weights. */
const known = new WeakMap<object, Evaluate>();

/**
 * The built-in evaluation with these weights; absent ones have their defaults, and other properties are ignored, so
 * that a strategy's options can be passed. The same object gives the same function. It never allocates.
 *
 * Zero-sum: the searching snake is compared with the strongest opponent and with the mean of all. How much a feature
 * counts depends on how full the board is. Where all snakes grow, only room counts; alone, food counts only against
 * hunger.
 */
export function evaluationFor(weights: Partial<Weights>): Evaluate {
  const found = known.get(weights) ?? createEvaluation(weights);
  known.set(weights, found);
  return found;
}

/** A new evaluation with these weights; strategies use {@link evaluationFor}. */
export function createEvaluation(given: Partial<Weights> = {}): Evaluate {
  const weights: Weights = { ...houseWeights, ...given };
  const blend: Blend = { area: 0, longer: 0, length: 0, foodNear: 0, food: 0, tail: 0 };
  return (view) => {
    blendWeights(weights, view, blend);
    return compare(view, readFeatures(view), weights, blend);
  };
}

function blendWeights(weights: Weights, view: BoardView, into: Blend): void {
  const { rules, living, size } = view;
  const full = Math.min(1, (2 * countBodyCells(view)) / size);
  into.area = weights.areaEarly + (weights.areaLate - weights.areaEarly) * full;
  into.tail = weights.tailEarly + (weights.tailLate - weights.tailEarly) * full;
  const eats = rules.grows ? 0 : living > 2 ? AMONG_SEVERAL : living - 1;
  into.longer = eats * (weights.longerEarly + (weights.longerLate - weights.longerEarly) * full);
  into.length = eats * (weights.lengthEarly + (weights.lengthLate - weights.lengthEarly) * full);
  into.foodNear = eats * (weights.foodNearEarly + (weights.foodNearLate - weights.foodNearEarly) * full);
  into.food = eats * (weights.foodEarly + (weights.foodLate - weights.foodEarly) * full);
}

/** Our snake's value minus its opponents'. */
function compare(view: BoardView, features: Features, weights: Weights, blend: Blend): number {
  const { me, alive, snakeCount, squads, living } = view;
  let strongest = WORST;
  let sum = 0;
  let opponents = 0;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 0 || seat === me || (squads[seat] !== 0 && squads[seat] === squads[me])) continue;
    const value = valueOf(view, features, seat, weights, blend) - advantage(view, me, seat, weights, blend);
    if (value > strongest) strongest = value;
    sum += value;
    opponents++;
  }
  const outlived = Math.round(UNITS_PER_CELL * weights.outlived * (snakeCount - living)) | 0;
  const ours = valueOf(view, features, me, weights, blend) + outlived;
  if (opponents === 0) return ours;
  return ours - Math.round(STRONGEST * strongest + ((1 - STRONGEST) * sum) / opponents);
}

/** The value of a snake alone. */
function valueOf(view: BoardView, features: Features, seat: Seat, weights: Weights, blend: Blend): number {
  const area = features.area[seat]!;
  const tails = features.tails[seat]!;
  const exits = features.exits[seat]!;
  let value = blend.area * area + blend.tail * Math.min(2, tails);
  if (exits === 0) value -= weights.noExit;
  else if (exits === 1) value -= weights.oneExit;
  const missing = view.lengths[seat]! - area;
  if (tails === 0 && missing > 0) value -= weights.trapped * missing;
  const food = view.rules.grows ? 0 : valueOfFood(view, features, seat, weights, blend);
  return (Math.round(UNITS_PER_CELL * value) | 0) + food;
}

/** The value of food to a snake, for growth and against hunger. */
function valueOfFood(view: BoardView, features: Features, seat: Seat, weights: Weights, blend: Blend): number {
  const health = view.health[seat]!;
  const found = features.foodSteps[seat]!;
  const steps = found === 0 ? FAR : Math.min(FAR, found);
  let value = blend.food * features.foods[seat]! - blend.foodNear * steps;
  if (health < LOW_HEALTH) value -= (weights.hunger * steps * (LOW_HEALTH - health)) / LOW_HEALTH;
  // A snake that reaches no food first may still get the rest, so it starves only when its health is short.
  if (health <= (found === 0 ? FAR : found)) value -= weights.starving;
  if (view.hasHazards) value += weights.healthInHazards * health;
  return Math.round(UNITS_PER_CELL * value) | 0;
}

/** What our snake has over one opponent: its length, and its nearness if the opponent has to yield. */
function advantage(view: BoardView, me: Seat, other: Seat, weights: Weights, blend: Blend): number {
  const difference = view.lengths[me]! - view.lengths[other]!;
  if (difference === 0) return 0;
  const size = Math.abs(difference);
  const near = Math.max(0, NEAR_HEADS - headDistance(view, me, other));
  const value = blend.longer + blend.length * LOGARITHMS[size]! + weights.closeIn * near;
  return Math.sign(difference) * (Math.round(UNITS_PER_CELL * value) | 0);
}
