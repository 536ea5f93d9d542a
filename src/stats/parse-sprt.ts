/** Reads an SPRT as an operator writes it, for example `elo0=0,elo1=10,alpha=0.05,beta=0.05`; `compare` calls it. */
import { UsageError } from '../errors/errors.js';
import { DEFAULT_SPRT, type SprtParameters } from './sprt.js';

const KEYS = ['elo0', 'elo1', 'alpha', 'beta'] as const;
type Key = (typeof KEYS)[number];

const EXAMPLE = formatSprt(DEFAULT_SPRT);

/** No match can show a larger difference: the weaker side would score one game in about 300. */
const MAX_ELO = 1000;

/**
 * Parses the parameters of an SPRT, both Elo of them logistic. `elo1` is required; the others default to {@link
 * DEFAULT_SPRT}.
 *
 * Throws a {@link UsageError} with all faults at once. `source` says where the operator wrote the text, for example
 * `--sprt`.
 */
export function parseSprt(text: string, source: string): SprtParameters {
  const faults: string[] = [];
  const written = readPairs(text, faults);
  const read = (key: Key): number => readValue(key, written.get(key), faults);
  const values: SprtParameters = { elo0: read('elo0'), elo1: read('elo1'), alpha: read('alpha'), beta: read('beta') };
  if (faults.length === 0 && values.elo0 >= values.elo1) {
    faults.push(`elo0 is ${values.elo0} and elo1 is ${values.elo1}, but elo0 must be below elo1. Are they swapped?`);
  }
  if (faults.length > 0) throw new UsageError(faults.map((message) => ({ source, message })));
  return values;
}

function readPairs(text: string, faults: string[]): Map<string, string> {
  const written = new Map<string, string>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
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

function readValue(key: Key, written: string | undefined, faults: string[]): number {
  const isElo = key === 'elo0' || key === 'elo1';
  if (written === undefined) {
    if (key !== 'elo1') return DEFAULT_SPRT[key];
    faults.push(`${key} is missing. Write for example "${EXAMPLE}".`);
    return NaN;
  }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : NaN;
  const isAllowed = isElo ? Math.abs(value) <= MAX_ELO : value > 0 && value < 0.5;
  if (!isAllowed) {
    const allowed = isElo ? `a number from -${MAX_ELO} to ${MAX_ELO}` : 'a number above 0 and below 0.5';
    faults.push(`${key} is "${written}", not ${allowed}.`);
  }
  return value;
}

/** The text that {@link parseSprt} reads these parameters from. */
export function formatSprt(parameters: SprtParameters): string {
  return KEYS.map((key) => `${key}=${parameters[key]}`).join(',');
}
