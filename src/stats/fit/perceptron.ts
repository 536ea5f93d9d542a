/** Trains a network with one hidden layer of rectified units to predict outcomes. Called where `tune` learns one. */

/** What is known of many cases, one row of `inputs` for each. */
export interface Cases {
  readonly inputs: Float64Array;
  /** From 0 (lost) to 1 (won). */
  readonly outcomes: Float64Array;
  /** How much each counts. */
  readonly weights: Float64Array;
}

/**
 * A network. Its numbers are, one after the other: by hidden unit, its weight for each input; the biases of the hidden
 * units; their weights for the output, which is the logarithm of the odds; its bias.
 */
export interface Perceptron {
  readonly inputs: number;
  readonly units: number;
  readonly numbers: Float64Array;
}

/** How to train. Chance is a parameter: the same chance trains the same network. */
export interface Training {
  readonly train: Cases;
  /** Cases that say when to stop: after {@link MAX_STALE} rounds through `train` that make nothing better here. */
  readonly stop: Cases;
  readonly fraction: () => number;
  /** Called after each round. */
  readonly report?: (round: number, loss: number) => void;
}

const MAX_STALE = 6;
const MAX_ROUNDS = 200;
/** Cases of a step. */
const BATCH = 256;
/** The step size of Adam, and its constants: Kingma and Ba (2015), "Adam: a method for stochastic optimization". */
const STEP = 0.001;
const KEPT = 0.9;
const KEPT_SQUARES = 0.999;
const TINY = 1e-8;
/** How much of each weight goes with each step, as a share of {@link STEP}. */
const DECAY = 0.01;

/**
 * A network that has learnt nothing: it says `slope` times the input `from`, whose unit is passed on by two hidden
 * units, plus `bias`. The others begin with weights by chance (He et al. (2015), "Delving deep into rectifiers"), and
 * without a say.
 */
export function createPerceptron(
  inputs: number,
  units: number,
  { from, slope, bias, fraction }: { from: number; slope: number; bias: number; fraction: () => number },
): Perceptron {
  const numbers = new Float64Array(units * (inputs + 2) + 1);
  const bound = Math.sqrt(6 / inputs);
  for (let at = 2 * inputs; at < units * inputs; at++) numbers[at] = bound * (2 * fraction() - 1);
  const output = units * (inputs + 1);
  [1, -1].forEach((sign, unit) => {
    numbers[unit * inputs + from] = sign;
    numbers[output + unit] = sign * slope;
  });
  numbers[output + units] = bias;
  return { inputs, units, numbers };
}

/** Trains a network in place, until it gets no better, and leaves it at its best. Returns the loss at `stop`. */
export function trainPerceptron(network: Perceptron, { train, stop, fraction, report }: Training): number {
  const { numbers } = network;
  const gradient = new Float64Array(numbers.length);
  const means = new Float64Array(numbers.length);
  const squares = new Float64Array(numbers.length);
  const order = Int32Array.from(train.outcomes, (_, index) => index);
  let best = Float64Array.from(numbers);
  let least = lossOf(network, stop);
  let steps = 0;
  for (let round = 1, since = 0; round <= MAX_ROUNDS && since < MAX_STALE; round++) {
    shuffle(order, fraction);
    for (let start = 0; start < order.length; start += BATCH) {
      addGradient(network, train, order.subarray(start, start + BATCH), gradient.fill(0));
      steps += 1;
      const size = (STEP * Math.sqrt(1 - KEPT_SQUARES ** steps)) / (1 - KEPT ** steps);
      for (let at = 0; at < numbers.length; at++) {
        const slope = gradient[at]!;
        means[at] = KEPT * means[at]! + (1 - KEPT) * slope;
        squares[at] = KEPT_SQUARES * squares[at]! + (1 - KEPT_SQUARES) * slope * slope;
        numbers[at]! -= (size * means[at]!) / (Math.sqrt(squares[at]!) + TINY) + STEP * DECAY * numbers[at]!;
      }
    }
    const loss = lossOf(network, stop);
    report?.(round, loss);
    since += 1;
    if (loss < least) [least, best, since] = [loss, Float64Array.from(numbers), 0];
  }
  numbers.set(best);
  return least;
}

/** The mean of −log of the probability that a network gave to what happened. */
export function lossOf(network: Perceptron, cases: Cases): number {
  const order = Int32Array.from(cases.outcomes, (_, index) => index);
  return addGradient(network, cases, order, undefined);
}

/** Adds the slopes of the mean loss over the cases of `rows` to `gradient`, if there is one. Returns that loss. */
export function addGradient(
  { inputs, units, numbers }: Perceptron,
  cases: Cases,
  rows: Int32Array,
  gradient: Float64Array | undefined,
): number {
  const biases = units * inputs;
  const output = biases + units;
  const hidden = new Float64Array(units);
  let loss = 0;
  let total = 0;
  for (const row of rows) total += cases.weights[row]!;
  for (const row of rows) {
    const start = row * inputs;
    let odds = numbers[output + units]!;
    for (let unit = 0; unit < units; unit++) {
      let sum = numbers[biases + unit]!;
      for (let input = 0; input < inputs; input++)
        sum += numbers[unit * inputs + input]! * cases.inputs[start + input]!;
      hidden[unit] = Math.max(0, sum);
      odds += numbers[output + unit]! * hidden[unit]!;
    }
    const share = cases.weights[row]! / total;
    const outcome = cases.outcomes[row]!;
    loss += share * (Math.max(0, odds) - outcome * odds + Math.log1p(Math.exp(-Math.abs(odds))));
    if (gradient === undefined) continue;
    const surplus = share * (1 / (1 + Math.exp(-odds)) - outcome);
    gradient[output + units]! += surplus;
    for (let unit = 0; unit < units; unit++) {
      if (hidden[unit] === 0) continue;
      const slope = surplus * numbers[output + unit]!;
      gradient[output + unit]! += surplus * hidden[unit]!;
      gradient[biases + unit]! += slope;
      for (let input = 0; input < inputs; input++)
        gradient[unit * inputs + input]! += slope * cases.inputs[start + input]!;
    }
  }
  return loss;
}

function shuffle(order: Int32Array, fraction: () => number): void {
  for (let last = order.length - 1; last > 0; last--) {
    const other = Math.floor(fraction() * (last + 1));
    const kept = order[last]!;
    order[last] = order[other]!;
    order[other] = kept;
  }
}
