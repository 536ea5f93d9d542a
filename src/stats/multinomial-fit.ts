/** The most likely distribution over a few scores that has a given mean; `log-likelihood-ratio.ts` compares two of them. */

/** One score and the share of all pairs that has it. */
export interface Share {
  readonly score: number;
  readonly share: number;
}

/**
 * The most likely shares, given those observed, if the mean score is `mean`: p_i = q_i / (1 + θ (s_i - mean)), with θ such
 * that the mean comes out. No observed share may be 0, and `mean` has to lie strictly between the lowest and the highest
 * score. Proposition 1.1 of Van den Bergh's note on the maximum likelihood estimate of a multinomial distribution with a
 * prescribed expectation value (https://www.cantate.be/Fishtest/support_MLE_multinomial.pdf).
 */
export function fitMean(observed: readonly Share[], mean: number): number[] {
  const tilt = solveTilt(observed, mean);
  return observed.map(({ score, share }) => share / (1 + tilt * (score - mean)));
}

/**
 * The root θ of Σ q_i d_i / (1 + θ d_i) with d_i = s_i - mean. The sum falls from +∞ to -∞ between the two poles that the
 * lowest and the highest score make. Newton's steps, and halving wherever one would leave the bracket.
 */
function solveTilt(observed: readonly Share[], mean: number): number {
  const scores = observed.map(({ score }) => score);
  let low = 1 / (mean - Math.max(...scores));
  let high = 1 / (mean - Math.min(...scores));
  const enough = (high - low) * 1e-15;
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
    if (Math.abs(next - tilt) <= enough) return next;
    tilt = next;
  }
  return tilt;
}
