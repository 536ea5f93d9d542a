/** The sequential test that ends a match as soon as its result is clear; the arena asks it after each pair. */
import { type Hypotheses, logLikelihoodRatio } from './log-likelihood-ratio.js';
import { type Sample } from './sample.js';

/**
 * A test of H0 "the candidate is elo0 Elo above the base" against H1 "elo1", with elo0 < elo1. `alpha` is the wanted
 * probability of ending with H1 although H0 is true, `beta` of ending with H0 although H1 is; both between 0 and 0.5.
 */
export interface SprtParameters extends Hypotheses {
  readonly alpha: number;
  readonly beta: number;
}

/** Which hypothesis the test ends with; `undecided` asks for more pairs. */
export const SPRT_VERDICTS = ['H0', 'H1', 'undecided'] as const;
export type SprtVerdict = (typeof SPRT_VERDICTS)[number];

/** The LLR, the bounds between which the match goes on, and what follows from them. */
export interface SprtReport {
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly verdict: SprtVerdict;
}

/**
 * What the test says after these pairs. The error probabilities hold if the match ends with the first verdict that is not
 * `undecided`, and if pairs count in the order of their seeds: those that finish first may not be like the others. Two
 * variants that are the same code score 1–1 in every pair; H1 is then out of reach unless elo0 + elo1 is below 0.
 *
 * Bounds log(beta / (1 - alpha)) and log((1 - beta) / alpha): Wald (1947), "Sequential Analysis", section 3.3.
 */
export function evaluateSprt(sample: Sample, parameters: SprtParameters): SprtReport {
  const { alpha, beta } = parameters;
  const llr = logLikelihoodRatio(sample, parameters);
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  return { llr, lower, upper, verdict: llr >= upper ? 'H1' : llr <= lower ? 'H0' : 'undecided' };
}
