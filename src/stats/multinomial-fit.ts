/** Fits a distribution over a few scores to a given mean; `log-likelihood-ratio.ts` compares two such fits. */

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
