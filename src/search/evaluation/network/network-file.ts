/** The format of a network's file, and what is wrong with one. docs/networks.md describes it. */
import { didYouMean } from '../../../did-you-mean.js';
import { formatPointer, type Path } from '../../../json-pointer.js';
import { isRecord, kindOf } from '../../../kind-of.js';
import { INPUTS, type InputName } from './inputs.js';

/** The format that is read and written. */
export const NETWORK_FORMAT = 'serpentarium network 1';

/** An input as the first layer gets it: less `mean`, divided by `scale`. */
export interface NetworkInput {
  readonly name: InputName;
  readonly mean: number;
  readonly scale: number;
}

/** One layer: by unit, its weight for each number of the layer before, and its bias. */
export interface NetworkLayer {
  readonly weights: readonly (readonly number[])[];
  readonly biases: readonly number[];
}

/**
 * A network. Units of all layers but the last are rectified (below 0 they are 0). The last has a single unit: the
 * logarithm of the odds of winning.
 */
export interface NetworkFile {
  readonly format: typeof NETWORK_FORMAT;
  readonly inputs: readonly NetworkInput[];
  readonly layers: readonly NetworkLayer[];
  /** The value of a position for which that logarithm is 1, on the scale of the built-in evaluation. */
  readonly scale: number;
}

/** Checks the content of a network's file. Throws an `Error` that says what is wrong, and where in the file. */
export function checkNetwork(content: unknown): NetworkFile {
  if (typeof content === 'string' || content instanceof URL) {
    throw new TypeError(
      `a network is read from the content of its file, not from "${String(content)}". Write: import network from './network.json' with { type: 'json' }`,
    );
  }
  const file = recordAt(content, []);
  if (file['format'] !== NETWORK_FORMAT)
    fail(['format'], `is ${JSON.stringify(file['format'])}, not "${NETWORK_FORMAT}"`);
  const inputs = listAt(file['inputs'], ['inputs']);
  inputs.forEach((input, index) => checkInput(input, ['inputs', index]));
  const names = inputs.map((input) => (input as NetworkInput).name);
  const repeated = names.findIndex((name, index) => names.indexOf(name) < index);
  if (repeated !== -1) fail(['inputs', repeated, 'name'], `repeats "${names[repeated]!}"`);
  const layers = listAt(file['layers'], ['layers']);
  layers.reduce<number>((count, layer, index) => checkLayer(layer, count, ['layers', index]), inputs.length);
  const outputs = (layers.at(-1) as NetworkLayer).biases.length;
  if (outputs !== 1) fail(['layers', layers.length - 1], `has ${outputs} units, but the last layer has a single one`);
  checkScale(file['scale'], ['scale']);
  return content as NetworkFile;
}

function checkInput(input: unknown, path: Path): void {
  const { name, mean, scale } = recordAt(input, path);
  if (!INPUTS.some((known) => known === name)) {
    fail([...path, 'name'], `is ${JSON.stringify(name)}, which is no input.${didYouMean(String(name), INPUTS)}`);
  }
  checkNumber(mean, [...path, 'mean']);
  checkScale(scale, [...path, 'scale']);
}

/** The number of its units. `before` is that of the layer before. */
function checkLayer(layer: unknown, before: number, path: Path): number {
  const { weights, biases } = recordAt(layer, path);
  const units = listAt(biases, [...path, 'biases']);
  units.forEach((bias, unit) => checkNumber(bias, [...path, 'biases', unit]));
  const rows = listAt(weights, [...path, 'weights'], units.length, 'one for each bias');
  rows.forEach((row, unit) => {
    const place = [...path, 'weights', unit];
    const numbers = listAt(
      row,
      place,
      before,
      'one for each number of the layer before; are rows and columns swapped?',
    );
    numbers.forEach((weight, index) => checkNumber(weight, [...place, index]));
  });
  return units.length;
}

function recordAt(value: unknown, path: Path): Record<string, unknown> {
  return isRecord(value) ? value : fail(path, `is ${kindOf(value)}, not an object`);
}

function listAt(value: unknown, path: Path, length?: number, why = ''): readonly unknown[] {
  if (!Array.isArray(value) || value.length === 0) {
    return fail(path, `is ${Array.isArray(value) ? 'an empty list' : kindOf(value)}, not a list with something in it`);
  }
  if (length === undefined || value.length === length) return value;
  return fail(path, `has ${value.length} entries, not ${length}: ${why}`);
}

function checkNumber(value: unknown, path: Path): void {
  if (typeof value !== 'number') fail(path, `is ${kindOf(value)}, not a number`);
  if (!Number.isFinite(value)) fail(path, `is ${String(value)}, not a finite number`);
}

function checkScale(value: unknown, path: Path): void {
  checkNumber(value, path);
  if ((value as number) <= 0) fail(path, `is ${String(value)}, but has to be above 0`);
}

function fail(path: Path, what: string): never {
  throw new Error(`network: ${formatPointer(path) || 'it'} ${what}`);
}
