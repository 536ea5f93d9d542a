/** Reads an SPRT as an operator writes it, for example `elo0=0,elo1=10,model=logistic`; `compare` calls it. */
import { UsageError } from '../errors/errors.js';
import { DEFAULT_SPRT, ELO_MODELS, type EloModel, type SprtParameters } from './sprt.js';

const KEYS = ['elo0', 'elo1', 'alpha', 'beta', 'model'] as const;
type Key = (typeof KEYS)[number];

const EXAMPLE = formatSprt(DEFAULT_SPRT);

/** No match can show a larger difference: the weaker side would score one game in about 300. */
const MAX_ELO: Readonly<Record<EloModel, number>> = { logistic: 1000, normalized: 200 };

/**
 * Parses the parameters of an SPRT, separated by commas or blanks. `elo1` is required; the others default to {@link
 * DEFAULT_SPRT}.
 *
 * Throws a {@link UsageError} with all faults at once. `source` says where the operator wrote the text, for example
 * `--sprt`.
 */
export function parseSprt(text: string, source: string): SprtParameters {
  const faults: string[] = [];
  const written = readPairs(text, faults);
  const model = readModel(written.get('model'), faults);
  const read = (key: Exclude<Key, 'model'>): number => readValue(key, written.get(key), MAX_ELO[model], faults);
  const values = { elo0: read('elo0'), elo1: read('elo1'), alpha: read('alpha'), beta: read('beta'), model };
  if (faults.length === 0 && values.elo0 >= values.elo1) {
    faults.push(`elo0 is ${values.elo0} and elo1 is ${values.elo1}, but elo0 must be below elo1. Are they swapped?`);
  }
  if (faults.length > 0) throw new UsageError(faults.map((message) => ({ source, message })));
  return values;
}

function readPairs(text: string, faults: string[]): Map<string, string> {
  const written = new Map<string, string>();
  const parts = text
    .trim()
    .replaceAll(/\s*=\s*/g, '=')
    .split(/\s*,\s*|\s+/);
  for (const part of parts) {
    const [, key, value] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) {
      faults.push(`"${part}" is not of the form key=value. Write for example "${EXAMPLE}".`);
    } else if (!isKey(key.trim())) {
      faults.push(`"${key.trim()}" is not a key of an SPRT. The keys are ${KEYS.join(', ')}.`);
    } else if (written.has(key.trim())) {
      faults.push(`"${key.trim()}" is written twice.`);
    } else {
      written.set(key.trim(), value.trim());
    }
  }
  return written;
}

function isKey(key: string): key is Key {
  return KEYS.some((known) => known === key);
}

function readModel(written: string | undefined, faults: string[]): EloModel {
  const model = ELO_MODELS.find((known) => known === (written ?? DEFAULT_SPRT.model));
  if (model === undefined) faults.push(`model is "${written}", not ${ELO_MODELS.join(' or ')}.`);
  return model ?? DEFAULT_SPRT.model;
}

function readValue(key: Exclude<Key, 'model'>, written: string | undefined, maxElo: number, faults: string[]): number {
  const isElo = key === 'elo0' || key === 'elo1';
  if (written === undefined) {
    if (key !== 'elo1') return DEFAULT_SPRT[key];
    faults.push(`${key} is missing. Write for example "${EXAMPLE}".`);
    return NaN;
  }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : NaN;
  const isAllowed = isElo ? Math.abs(value) <= maxElo : value > 0 && value < 0.5;
  if (!isAllowed) {
    const allowed = isElo ? `a number from -${maxElo} to ${maxElo}` : 'a number above 0 and below 0.5';
    faults.push(`${key} is "${written}", not ${allowed}.`);
  }
  return value;
}

/** The unit of the test's Elo, as reports name it. */
export function eloUnitOf({ model }: SprtParameters): string {
  return model === 'normalized' ? 'normalised Elo' : 'Elo';
}

/** The text that {@link parseSprt} reads these parameters from. */
export function formatSprt(parameters: SprtParameters): string {
  const { model = 'logistic' } = parameters;
  return KEYS.map((key) => `${key}=${{ ...parameters, model }[key]}`).join(',');
}
