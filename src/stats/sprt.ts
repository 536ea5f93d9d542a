/**
 * The sequential test (SPRT) that ends a match as soon as its result is clear; the arena evaluates it after each pair.
 */
import { type ScoreSample, guardedVariance, type ScoreCount } from './sample.js';
import { eloToScore, normalizedEloToDeviations } from './elo.js';

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
export const DEFAULT_SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05, model: 'logistic' } as const;

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

/**
 * The unit of the Elo of a test. `logistic`: the Elo of ratings, which fixes the mean score. `normalized`: the
 * advantage in standard deviations of a game's score, as fishtest, OpenBench and fastchess bound their tests.
 */
export const ELO_MODELS = ['logistic', 'normalized'] as const;
export type EloModel = (typeof ELO_MODELS)[number];

/** Two claims about the candidate's advantage over the base, in Elo of the model: H0 says `elo0`, H1 says `elo1`. */
export interface Hypotheses {
  readonly elo0: number;
  readonly elo1: number;
  /** (default: `logistic`) */
  readonly model?: EloModel;
}

/**
 * Pairs assumed for a score that no pair had yet, as in fishtest and fastchess. With 0 that score would be impossible.
 */
const UNSEEN_SCORE_COUNT = 1e-3;

/**
 * The log-likelihood ratio (LLR) of H1 against H0. A positive value favours H1; without pairs it is 0.
 *
 * A hypothesis fixes only the mean score, or its distance from 1/2 in standard deviations. Each likelihood is therefore
 * the maximum over all such distributions, which makes the test a generalised SPRT. For a sample with categories the
 * maximum is exact, by {@link fitMean} or {@link fitDeviations}.
 * For any other sample it is {@link normalLlr} with the guarded variance: accurate from a few dozen pairs on, and
 * cautious before, because the guard assumes nearly the widest possible spread while there are few pairs.
 *
 * Van den Bergh, "A Practical Introduction to the GSPRT" (https://www.cantate.be/Fishtest/GSPRT_approximation.pdf).
 */
export function logLikelihoodRatio(sample: ScoreSample, { elo0, elo1, model }: Hypotheses): number {
  if (sample.count === 0) return 0;
  const toFit = model === 'normalized' ? toDeviationsFit : toMeanFit;
  if (sample.categories !== undefined) return multinomialLlr(sample.categories, toFit(elo0), toFit(elo1));
  const variance = guardedVariance(sample);
  const toScore = (elo: number) =>
    model === 'normalized' ? 0.5 + normalizedEloToDeviations(elo) * Math.sqrt(variance) : eloToScore(elo);
  return normalLlr({ ...sample, variance }, toScore(elo0), toScore(elo1));
}

/** The most likely shares of the scores under a hypothesis. */
type Fit = (observed: readonly ScoreShare[]) => readonly number[];

function toMeanFit(elo: number): Fit {
  return (observed) => fitMean(observed, eloToScore(elo));
}

function toDeviationsFit(elo: number): Fit {
  return (observed) => fitDeviations(observed, normalizedEloToDeviations(elo));
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

function multinomialLlr(categories: readonly ScoreCount[], fitH0: Fit, fitH1: Fit): number {
  const weights = categories.map(({ count }) => Math.max(count, UNSEEN_SCORE_COUNT));
  const count = weights.reduce((sum, weight) => sum + weight, 0);
  const observed: ScoreShare[] = categories.map(({ score }, index) => ({ score, share: weights[index]! / count }));
  const [fit0, fit1] = [fitH0(observed), fitH1(observed)];
  return weights.reduce((sum, weight, index) => sum + weight * Math.log(fit1[index]! / fit0[index]!), 0);
}

/** One possible score, and the share of all pairs that ended with it. */
export interface ScoreShare {
  readonly score: number;
  readonly share: number;
}

/**
 * The maximum-likelihood shares of the scores, in the order of `observed`, under the condition that the mean score is
 * `mean`.
 *
 * They are p_i = q_i / (1 + θ (s_i - mean)) for scores s_i with observed shares q_i, where θ makes the mean come out.
 * Every observed share must be above 0, and `mean` strictly between the lowest and the highest score. Proposition 1.1
 * of Van den Bergh's note on the maximum likelihood estimate of a multinomial distribution with a prescribed
 * expectation value (https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf).
 */
export function fitMean(observed: readonly ScoreShare[], mean: number): number[] {
  const tilt = solveTilt(observed, mean);
  return observed.map(({ score, share }) => share / (1 + tilt * (score - mean)));
}

/** Steps of {@link fitDeviations} at most; a few suffice. */
const MAX_STEPS = 50;

/**
 * The maximum-likelihood shares of the scores under the condition that their mean is `deviations` standard deviations
 * above 1/2.
 *
 * With Lagrange's multiplier, p_i = q_i / (1 + θ h_i), where h_i = s_i - 1/2 - (tσ/2) (1 + ((s_i - μ) / σ)²) is the
 * derivative of the condition at the mean μ and deviation σ of the solution. Each step takes them from the last one,
 * the first from equal shares, and solves by {@link fitMean}.
 */
export function fitDeviations(observed: readonly ScoreShare[], deviations: number): readonly number[] {
  let shares: readonly number[] = observed.map(() => 1 / observed.length);
  for (let step = 0; step < MAX_STEPS; step++) {
    const mean = observed.reduce((sum, { score }, index) => sum + shares[index]! * score, 0);
    const variance = observed.reduce((sum, { score }, index) => sum + shares[index]! * (score - mean) ** 2, 0);
    const half = (deviations * Math.sqrt(variance)) / 2;
    const slopes = observed.map(({ score, share }) => {
      return { share, score: score - 0.5 - half * (1 + (score - mean) ** 2 / variance) };
    });
    const next = fitMean(slopes, 0);
    const change = next.reduce((most, share, index) => Math.max(most, Math.abs(share - shares[index]!)), 0);
    shares = next;
    if (change < 1e-12) break;
  }
  return shares;
}

/**
 * The root θ of Σ q_i d_i / (1 + θ d_i), where d_i = s_i - mean. The sum falls from +∞ to -∞ between the poles of the
 * lowest and the highest score. Uses Newton's steps, and bisects when a step would leave the bracket.
 */
function solveTilt(observed: readonly ScoreShare[], mean: number): number {
  const scores = observed.map(({ score }) => score);
  let low = 1 / (mean - Math.max(...scores));
  let high = 1 / (mean - Math.min(...scores));
  const tolerance = (high - low) * 1e-15;
  let tilt = 0;
  for (let step = 0; step < 200; step++) {
    let value = 0;
    let slope = 0;
    for (const { score, share } of observed) {
      const part = (score - mean) / (1 + tilt * (score - mean));
      value += share * part;
      slope -= share * part * part;
    }
    if (value > 0) low = tilt;
    else high = tilt;
    let next = tilt - value / slope;
    if (!(next > low && next < high)) next = (low + high) / 2;
    if (Math.abs(next - tilt) <= tolerance) return next;
    tilt = next;
  }
  return tilt;
}
