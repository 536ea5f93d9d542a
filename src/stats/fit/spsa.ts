/** Finds the best values of many parameters from noisy comparisons of two settings. Tunings of strategies use it. */

/** One parameter and its range. */
export interface SpsaParameter {
  readonly minimum: number;
  readonly maximum: number;
  /** Where the search begins. */
  readonly start: number;
  /** Only whole numbers are tried. */
  readonly isWhole: boolean;
}

/** The two settings of a comparison, by parameter. They lie on both sides of the values so far. */
interface SpsaTrial {
  readonly plus: readonly number[];
  readonly minus: readonly number[];
}

/**
 * The gains of Spall (1998), "Implementation of the simultaneous perturbation algorithm for stochastic optimization",
 * IEEE Transactions on Aerospace and Electronic Systems 34(3): at comparison k the values are shifted by ± c / (k +
 * 1)^γ, and the step along the estimated slope is a / (k + 1 + A)^α of it. α and γ are the practically effective ones
 * of section III B, A is a tenth of the comparisons, as there.
 *
 * The unit of `SHIFT` and `FIRST_STEP` is the scale of a parameter ({@link scaleOf}): the first trials differ by a
 * fifth of it to each side, and the first comparison, won clearly, moves the values by a twentieth.
 */
const ALPHA = 0.602;
const GAMMA = 0.101;
const STABILITY = 0.1;
const SHIFT = 0.2;
const FIRST_STEP = 0.05;
/** The smallest scale, as a share of the range. */
const MIN_SCALE = 0.1;

/** The two settings that comparison `k`, from 0, is made between. `signs` are 1 or −1, by parameter, drawn evenly. */
export function trialAt(
  parameters: readonly SpsaParameter[],
  values: readonly number[],
  k: number,
  signs: readonly number[],
): SpsaTrial {
  const shift = SHIFT / (k + 1) ** GAMMA;
  const both = parameters.map((parameter, index) => {
    const { minimum, maximum, isWhole } = parameter;
    const wanted = Math.max(shift * scaleOf(parameter), isWhole ? 0.5 : 0);
    const distance = Math.min(wanted, (maximum - minimum) / 2);
    // Both settings must be allowed, and be equally far away.
    const centre = Math.min(maximum - distance, Math.max(minimum + distance, values[index]!));
    const ends = [centre - distance, centre + distance].map((end) => (isWhole ? Math.round(end) : end));
    const [low, high] = ends.map((end) => Math.min(maximum, Math.max(minimum, end)));
    return signs[index]! > 0 ? { plus: high!, minus: low! } : { plus: low!, minus: high! };
  });
  return { plus: both.map(({ plus }) => plus), minus: both.map(({ minus }) => minus) };
}

/**
 * The values after comparison `k` of about `planned`. `result` is from −1 (the minus setting won all) to 1 (the plus
 * setting did).
 */
export function stepAfter(
  parameters: readonly SpsaParameter[],
  values: readonly number[],
  { plus, minus }: SpsaTrial,
  { k, planned, result }: { readonly k: number; readonly planned: number; readonly result: number },
): number[] {
  const stability = STABILITY * planned;
  const gain = 2 * SHIFT * FIRST_STEP * ((1 + stability) / (k + 1 + stability)) ** ALPHA;
  return parameters.map((parameter, index) => {
    const difference = plus[index]! - minus[index]!;
    if (difference === 0) return values[index]!;
    const scale = scaleOf(parameter);
    const slope = result / (difference / scale);
    const next = values[index]! + gain * slope * scale;
    return Math.min(parameter.maximum, Math.max(parameter.minimum, next));
  });
}

/**
 * The initial scale of a parameter: twice the distance from its start to the nearer bound, at least a tenth of the
 * range. So a weight of 1 that may grow to 100 is not tried at 20 first.
 */
function scaleOf({ minimum, maximum, start }: SpsaParameter): number {
  const range = maximum - minimum;
  return Math.min(range, Math.max(MIN_SCALE * range, 2 * Math.min(start - minimum, maximum - start)));
}
