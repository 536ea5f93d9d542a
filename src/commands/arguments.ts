/** What flags and arguments accept, and a way to check several at once. */
import { InvalidArgumentError } from 'commander';
import { parseDuration } from '../config/units.js';
import { didYouMean } from '../errors/did-you-mean.js';
import { UsageError, messageOf, type Fault } from '../errors/errors.js';
import { readBase } from '../recorded/importing/locate-game.js';
import type { Parser } from './flags.js';

/** Runs all checks and returns their results. If any fail, throws one {@link UsageError} with all faults. */
export function allOrFaults<Results extends unknown[]>(
  ...checks: { readonly [Index in keyof Results]: () => Results[Index] }
): Results {
  const faults: Fault[] = [];
  const results = checks.map((check): unknown => {
    try {
      return check();
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      return void faults.push(...thrown.faults);
    }
  });
  if (faults.length > 0) throw new UsageError(faults);
  return results as Results;
}

/** A whole number within bounds. */
export function whole(min: number, max: number): Parser<number> {
  return (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** One of these words; suggests the closest one. */
export function wordOf<Word extends string>(words: readonly Word[]): Parser<Word> {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.${didYouMean(text, words)}`);
  };
}

/** The same, with the words in the help and in completions. */
export function choiceOf<const Word extends string>(choices: readonly Word[]): Parser<Word> {
  return Object.assign(wordOf(choices), { choices });
}

/** A time in ms, written as in the configuration: `500ms`, `5s`. `hint` ends the message about another word. */
export function time(min: string, max: string, hint = ''): Parser<number> {
  const parse = (text: string) => {
    const found = parseDuration(text);
    if (found !== undefined && found >= parseDuration(min)! && found <= parseDuration(max)!) return found;
    throw new InvalidArgumentError(`Expected a time from ${min} to ${max}, such as 500ms or 10s.${hint}`);
  };
  return Object.assign(parse, { format: formatTime });
}

function formatTime(ms: number): string {
  return ms > 0 && ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`;
}

/** The optional port of `--browser`. Commander takes any word after the flag for it, though it is often a snake. */
export function optionalPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Expected a port from 0 to 65535. To pick a free port, put --browser last.');
}

/** An http or https address; its value has no slash at the end. */
export function baseUrl(text: string): string {
  try {
    return readBase(text);
  } catch (thrown) {
    throw new InvalidArgumentError(`It ${messageOf(thrown)}.`);
  }
}
