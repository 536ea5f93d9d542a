/**
 * The sequential test (SPRT) that ends a match as soon as its result is clear; the arena evaluates it after each pair.
 */
import { logLikelihoodRatio, type Hypotheses } from './log-likelihood-ratio.js';
import { type ScoreSample } from './sample.js';

/**
 * A test of H0, "the candidate is `elo0` Elo ahead of the base", against H1, "it is `elo1` Elo ahead", with elo0 <
 * elo1.
 *
 * `alpha` is the accepted probability of the verdict H1 if H0 is true, `beta` the probability of the verdict H0 if H1
 * is true. Both lie strictly between 0 and 0.5.
 */
export interface SprtParameters extends Hypotheses {
  readonly alpha: number;
  readonly beta: number;
}

/** The test that decides unless another is asked for: "no better" against a small advantage. */
export const DEFAULT_SPRT: SprtParameters = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

/** The hypothesis that the test accepts; `undecided` if it needs more pairs. */
const SPRT_VERDICTS = ['H0', 'H1', 'undecided'] as const;
export type SprtVerdict = (typeof SPRT_VERDICTS)[number];

/** The LLR, the bounds between which the match continues, and the verdict that follows. */
export interface SprtReport {
  readonly llr: number;
  readonly lower: number;
  readonly upper: number;
  readonly verdict: SprtVerdict;
}

/**
 * Evaluates the test after these pairs.
 *
 * The error probabilities hold if the match ends with the first verdict other than `undecided`, and if the sample grows
 * in the order of the seeds: pairs that finish early may differ from the others. Two variants with the same code score
 * 1–1 in every pair, which never leads to H1 unless elo0 + elo1 is negative.
 *
 * The bounds are log(beta / (1 - alpha)) and log((1 - beta) / alpha): Wald (1947), "Sequential Analysis", section 3.3.
 */
export function evaluateSprt(sample: ScoreSample, parameters: SprtParameters): SprtReport {
  const { alpha, beta } = parameters;
  const llr = logLikelihoodRatio(sample, parameters);
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  return { llr, lower, upper, verdict: llr >= upper ? 'H1' : llr <= lower ? 'H0' : 'undecided' };
}
