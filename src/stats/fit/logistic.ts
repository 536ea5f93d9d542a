/** Fits weights to outcomes: logistic regression. Called where the weights of an evaluation are fitted to games. */
import { invert, solve } from './linear.js';

export interface Observation {
  readonly features: readonly number[];
  /** From 0 (lost) to 1 (won). */
  readonly outcome: number;
  /** How much it counts. */
  readonly weight: number;
}

/** What is believed before the observations: normal around these weights, independently. */
export interface WeightPrior {
  readonly means: readonly number[];
  /** By weight: one divided by the variance. */
  readonly precisions: readonly number[];
}

/** The fitted weights, with their standard errors from the inverse of the information. */
export interface LogisticFit {
  readonly weights: readonly number[];
  readonly errors: readonly number[];
}

const MAX_STEPS = 50;
const PRECISION = 1e-9;

/**
 * The most likely weights of P(won) = 1 / (1 + exp(−weights · features)), found by Newton's method. The prior keeps
 * them finite where the observations say nothing: that is ridge regression towards its means (le Cessie and van
 * Houwelingen (1992), "Ridge estimators in logistic regression", Applied Statistics 41).
 */
export function fitLogistic(observations: readonly Observation[], { means, precisions }: WeightPrior): LogisticFit {
  const weights = [...means];
  for (let step = 0; step < MAX_STEPS; step++) {
    const gradient = weights.map((weight, index) => precisions[index]! * (means[index]! - weight));
    for (const { features, outcome, weight } of observations) {
      const surplus = weight * (outcome - predict(weights, features));
      features.forEach((value, index) => (gradient[index]! += surplus * value));
    }
    const change = solve(informationOf(observations, weights, precisions), gradient);
    change.forEach((by, index) => (weights[index]! += by));
    if (change.every((by, index) => Math.abs(by) < PRECISION * (1 + Math.abs(weights[index]!)))) break;
  }
  const covariance = invert(informationOf(observations, weights, precisions));
  return { weights, errors: covariance.map((row, index) => Math.sqrt(row[index]!)) };
}

/** The mean of −log of the probability that the weights gave to what happened: the lower, the better. */
export function logLoss(observations: readonly Observation[], weights: readonly number[]): number {
  let loss = 0;
  let total = 0;
  for (const { features, outcome, weight } of observations) {
    const chance = Math.min(1 - 1e-12, Math.max(1e-12, predict(weights, features)));
    loss -= weight * (outcome * Math.log(chance) + (1 - outcome) * Math.log(1 - chance));
    total += weight;
  }
  return total === 0 ? 0 : loss / total;
}

function predict(weights: readonly number[], features: readonly number[]): number {
  return 1 / (1 + Math.exp(-features.reduce((sum, value, index) => sum + weights[index]! * value, 0)));
}

function informationOf(
  observations: readonly Observation[],
  weights: readonly number[],
  precisions: readonly number[],
): number[][] {
  const matrix = weights.map((_, row) => weights.map((__, column) => (row === column ? precisions[row]! : 0)));
  for (const { features, weight } of observations) {
    const chance = predict(weights, features);
    const information = weight * chance * (1 - chance);
    features.forEach((a, row) => {
      if (a === 0) return;
      features.forEach((b, column) => (matrix[row]![column]! += information * a * b));
    });
  }
  return matrix;
}
