/** How much more likely a sample is under one hypothesis than under the other: the mathematics behind `sprt.ts`. */
import { eloToScore } from './elo.js';
import { fitMean, type Share } from './multinomial-fit.js';
import { type Category, guardedVariance, type Sample } from './sample.js';

/** Two claims about the candidate's advantage over the base, in logistic Elo: it is elo0 (H0), or elo1 (H1). */
export interface Hypotheses {
  readonly elo0: number;
  readonly elo1: number;
}

/** What an empty category counts for, as in fishtest and fastchess. With 0, a score not seen yet would be impossible. */
const EMPTY_CATEGORY = 1e-3;

/**
 * LLR of H1 against H0: the logarithm of the ratio of the sample's likelihoods, each maximised over all that its hypothesis
 * leaves open, which makes the test a generalised SPRT. Above 0 the sample speaks for H1; without pairs it is 0.
 *
 * Exact for samples with categories, by {@link fitMean}. The others get {@link normalLlr} with the guarded variance: good
 * from a few dozen pairs on, and cautious before, because few pairs then count as nearly as wide as scores can be.
 *
 * Van den Bergh, "A Practical Introduction to the GSPRT" (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf).
 */
export function logLikelihoodRatio(sample: Sample, { elo0, elo1 }: Hypotheses): number {
  if (sample.count === 0) return 0;
  const [score0, score1] = [eloToScore(elo0), eloToScore(elo1)];
  if (sample.categories === undefined)
    return normalLlr({ ...sample, variance: guardedVariance(sample) }, score0, score1);
  return multinomialLlr(sample.categories, score0, score1);
}

/**
 * The LLR of `score1` against `score0` if scores were normal with that mean and any variance: the most likely variance is
 * the one around the hypothetical mean, and the likelihood falls with its power count / 2. Fishtest's raw statistics print
 * it as "Logistic (alt)"; for small differences it is eq. 2.1 of "A Practical Introduction to the GSPRT".
 */
export function normalLlr({ count, mean, variance }: Sample, score0: number, score1: number): number {
  return (count / 2) * Math.log((variance + (mean - score0) ** 2) / (variance + (mean - score1) ** 2));
}

function multinomialLlr(categories: readonly Category[], score0: number, score1: number): number {
  const weights = categories.map(({ count }) => Math.max(count, EMPTY_CATEGORY));
  const count = weights.reduce((sum, weight) => sum + weight, 0);
  const observed: Share[] = categories.map(({ score }, index) => ({ score, share: weights[index]! / count }));
  const [fit0, fit1] = [fitMean(observed, score0), fitMean(observed, score1)];
  return weights.reduce((sum, weight, index) => sum + weight * Math.log(fit1[index]! / fit0[index]!), 0);
}
