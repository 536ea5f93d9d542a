/** The evaluation by a small network of rectified units, from the numbers of a file. */
import type { Evaluate } from '../../tree/alpha-beta.js';
import { toScore } from '../../tree/scores.js';
import { BUILT_IN, INPUTS, readInputs } from './inputs.js';
import { checkNetwork, type NetworkFile, type NetworkInput, type NetworkLayer } from './network-file.js';

/**
 * Units that are computed together: one addition of a sum waits for the one before, those of four sums need not. The
 * units of a layer are padded to a multiple of it with weights of 0.
 */
const GROUP = 4;

/** A layer as it is computed. */
interface Layer {
  /** What it computes from: the numbers of the layer before. */
  readonly from: Float64Array;
  /** By group, then by number of the layer before, then by unit of the group. */
  readonly weights: Float64Array;
  readonly biases: Float64Array;
  /** What the units give, and the least that they do. */
  readonly values: Float64Array;
  readonly least: number;
}

/** The evaluations that were made, by the content of their files. */
const known = new WeakMap<object, Evaluate>();

/**
 * The evaluation by a network, from the content of its file. The same object gives the same function. It never
 * allocates. Without an opponent, it is the built-in evaluation. Throws an `Error` that says what is wrong with the
 * file.
 */
export function evaluationFrom(network: unknown): Evaluate {
  const found = known.get(network as object) ?? createNetwork(checkNetwork(network));
  known.set(network as object, found);
  return found;
}

function createNetwork({ inputs, layers, scale }: NetworkFile): Evaluate {
  const seen = new Float64Array(INPUTS.length);
  let from: Float64Array = seen;
  const ready = layers.map((layer, index): Layer => {
    const isLast = index === layers.length - 1;
    const made = toLayer(index === 0 ? foldInputs(inputs, layer) : layer, from, isLast ? -Infinity : 0);
    from = made.values;
    return made;
  });
  const output = from;
  return (view) => {
    if (!readInputs(view, seen)) return seen[BUILT_IN]!;
    for (let index = 0; index < ready.length; index++) compute(ready[index]!);
    return toScore(scale * output[0]!);
  };
}

/** The first layer for all inputs as they are: those that the file leaves out have a weight of 0. */
function foldInputs(inputs: readonly NetworkInput[], { weights, biases }: NetworkLayer): NetworkLayer {
  const places = INPUTS.map((name) => inputs.findIndex((input) => input.name === name));
  return {
    weights: weights.map((row) => places.map((place) => (place === -1 ? 0 : row[place]! / inputs[place]!.scale))),
    biases: biases.map((bias, unit) =>
      inputs.reduce((sum, { mean, scale }, place) => sum - (weights[unit]![place]! * mean) / scale, bias),
    ),
  };
}

function toLayer({ weights, biases }: NetworkLayer, from: Float64Array, least: number): Layer {
  const units = Math.ceil(biases.length / GROUP) * GROUP;
  const grouped = new Float64Array(units * from.length);
  weights.forEach((row, unit) => {
    const start = (unit - (unit % GROUP)) * from.length + (unit % GROUP);
    row.forEach((weight, index) => (grouped[start + index * GROUP] = weight));
  });
  const padded = new Float64Array(units);
  padded.set(biases);
  return { from, weights: grouped, biases: padded, values: new Float64Array(units), least };
}

function compute({ from, weights, biases, values, least }: Layer): void {
  let at = 0;
  for (let unit = 0; unit < values.length; unit += GROUP) {
    let a = biases[unit]!;
    let b = biases[unit + 1]!;
    let c = biases[unit + 2]!;
    let d = biases[unit + 3]!;
    for (let index = 0; index < from.length; index++, at += GROUP) {
      const value = from[index]!;
      a += value * weights[at]!;
      b += value * weights[at + 1]!;
      c += value * weights[at + 2]!;
      d += value * weights[at + 3]!;
    }
    values[unit] = Math.max(least, a);
    values[unit + 1] = Math.max(least, b);
    values[unit + 2] = Math.max(least, c);
    values[unit + 3] = Math.max(least, d);
  }
}
