/** Reads an SPRT as an operator writes it, `elo0=0,elo1=10,alpha=0.05,beta=0.05`; the command line calls it. */
import { UsageError } from '../errors.js';
import { type SprtParameters } from './sprt.js';

const KEYS = ['elo0', 'elo1', 'alpha', 'beta'] as const;
type Key = (typeof KEYS)[number];

const EXAMPLE = 'elo0=0,elo1=10,alpha=0.05,beta=0.05';

/** More than this no match can show: it stands for 1 point lost in 300. */
const MOST_ELO = 1000;

/** What is not written: the error probabilities that testers of chess engines agree on. */
const DEFAULTS = { alpha: 0.05, beta: 0.05 };

/**
 * The parameters in `text`. `elo0` and `elo1` are required, in logistic Elo; `alpha` and `beta` are 0.05 unless written.
 * Throws a {@link UsageError} with all faults; `where` is what the operator knows the text by.
 */
export function parseSprt(text: string, where = '--sprt'): SprtParameters {
  const faults: string[] = [];
  const written = readPairs(text, faults);
  const read = (key: Key): number => readValue(key, written.get(key), faults);
  const values: SprtParameters = { elo0: read('elo0'), elo1: read('elo1'), alpha: read('alpha'), beta: read('beta') };
  if (faults.length === 0 && values.elo0 >= values.elo1) {
    faults.push(`elo0 is ${values.elo0} and elo1 is ${values.elo1}, but elo0 must be below elo1. Are they swapped?`);
  }
  if (faults.length > 0) throw new UsageError(faults.map((message) => ({ source: where, message })));
  return values;
}

function readPairs(text: string, faults: string[]): Map<string, string> {
  const written = new Map<string, string>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [, key, value] = /^([^=]*)=(.*)$/.exec(part) ?? [];
    if (key === undefined || value === undefined) {
      faults.push(`"${part}" is not of the form key=value. Write for example "${EXAMPLE}".`);
    } else if (!isKey(key.trim())) {
      faults.push(`"${key.trim()}" is not a key of a test. The keys are ${KEYS.join(', ')}.`);
    } else if (written.has(key.trim())) {
      faults.push(`${key.trim()} is written twice.`);
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
    if (!isElo) return DEFAULTS[key];
    faults.push(`${key} is missing. Write for example "${EXAMPLE}".`);
    return NaN;
  }
  const value = /^[+-]?(\d+\.?\d*|\.\d+)$/.test(written) ? Number(written) : NaN;
  const isAllowed = isElo ? Math.abs(value) <= MOST_ELO : value > 0 && value < 0.5;
  if (!isAllowed) {
    const allowed = isElo ? `a number from -${MOST_ELO} to ${MOST_ELO}` : 'a number above 0 and below 0.5';
    faults.push(`${key} is "${written}", but has to be ${allowed}.`);
  }
  return value;
}
