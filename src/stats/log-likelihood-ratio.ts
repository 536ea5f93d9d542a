/**
 * Computes how much more likely a sample is under one hypothesis than under another; `sprt.ts` compares it to its
 * bounds.
 */
import { eloToScore } from './elo.js';
import { fitMean, type ScoreShare } from './multinomial-fit.js';
import { guardedVariance, type ScoreCount, type ScoreSample } from './sample.js';

/** Two claims about the candidate's advantage over the base, in logistic Elo: H0 says `elo0`, H1 says `elo1`. */
export interface Hypotheses {
  readonly elo0: number;
  readonly elo1: number;
}

/**
 * Pairs assumed for a score that no pair had yet, as in fishtest and fastchess. With 0 that score would be impossible.
 */
const UNSEEN_SCORE_COUNT = 1e-3;

/**
 * The log-likelihood ratio (LLR) of H1 against H0. A positive value favours H1; without pairs it is 0.
 *
 * A hypothesis fixes only the mean score. Each likelihood is therefore the maximum over all distributions with that
 * mean, which makes the test a generalised SPRT. For a sample with categories the maximum is exact, by {@link fitMean}.
 * For any other sample it is {@link normalLlr} with the guarded variance: accurate from a few dozen pairs on, and
 * cautious before, because the guard assumes nearly the widest possible spread while there are few pairs.
 *
 * Van den Bergh, "A Practical Introduction to the GSPRT" (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf).
 */
export function logLikelihoodRatio(sample: ScoreSample, { elo0, elo1 }: Hypotheses): number {
  if (sample.count === 0) return 0;
  const [score0, score1] = [eloToScore(elo0), eloToScore(elo1)];
  if (sample.categories === undefined)
    return normalLlr({ ...sample, variance: guardedVariance(sample) }, score0, score1);
  return multinomialLlr(sample.categories, score0, score1);
}

/**
 * The LLR of the mean `score1` against the mean `score0` if scores were normal with an unknown variance.
 *
 * Under each hypothesis the most likely variance is the one around its mean, and the likelihood is proportional to that
 * variance to the power of -count / 2. Fishtest's raw statistics call the result "Logistic (alt)"; for small
 * differences it is equation 2.1 of "A Practical Introduction to the GSPRT".
 */
export function normalLlr({ count, mean, variance }: ScoreSample, score0: number, score1: number): number {
  return (count / 2) * Math.log((variance + (mean - score0) ** 2) / (variance + (mean - score1) ** 2));
}

function multinomialLlr(categories: readonly ScoreCount[], score0: number, score1: number): number {
  const weights = categories.map(({ count }) => Math.max(count, UNSEEN_SCORE_COUNT));
  const count = weights.reduce((sum, weight) => sum + weight, 0);
  const observed: ScoreShare[] = categories.map(({ score }, index) => ({ score, share: weights[index]! / count }));
  const [fit0, fit1] = [fitMean(observed, score0), fitMean(observed, score1)];
  return weights.reduce((sum, weight, index) => sum + weight * Math.log(fit1[index]! / fit0[index]!), 0);
}
