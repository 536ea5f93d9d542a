/** Flags that several commands share, parsers of their values, and a way to check several at once. */
import { InvalidArgumentError, Option } from 'commander';
import { parseDuration } from '../config/units.js';
import { didYouMean } from '../errors/did-you-mean.js';
import { UsageError, messageOf, type Fault } from '../errors/errors.js';
import { readBase } from '../recorded/importing/locate-game.js';

export { DEFAULT_CONFIG } from '../config/read-text.js';

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

/** A parser for commander that takes a whole number within bounds. */
export function whole(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
  };
}

/** A parser for commander that takes one of these words, and suggests the closest one. */
export function wordOf<Word extends string>(words: readonly Word[]): (text: string) => Word {
  return (text) => {
    const word = words.find((known) => known === text);
    if (word !== undefined) return word;
    throw new InvalidArgumentError(`Expected one of ${words.join(', ')}.${didYouMean(text, words)}`);
  };
}

/**
 * A flag that takes a time, written as in the configuration: `500ms`, `5s`. Its value is in ms; `true` if it ends with
 * ` [TIME]` and no time is given.
 */
export function timeFlag(
  flag: string,
  description: string,
  { min, max, fallback }: { readonly min: string; readonly max: string; readonly fallback?: string },
): Option {
  const isOptional = flag.endsWith(']');
  const option = new Option(isOptional ? flag : `${flag} <TIME>`, description).argParser((text) => {
    const time = parseDuration(text);
    if (time !== undefined && time >= parseDuration(min)! && time <= parseDuration(max)!) return time;
    const hint = isOptional ? ` Without one, write ${option.long} behind all names.` : '';
    throw new InvalidArgumentError(`Expected a time from ${min} to ${max}, such as 500ms or 10s.${hint}`);
  });
  return fallback === undefined ? option : option.default(parseDuration(fallback), fallback);
}

/**
 * A parser for commander that takes the optional port of `--browser`. Commander takes any word after the flag for the
 * port, though it is often meant as a snake.
 */
export function optionalPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new InvalidArgumentError('Expected a port from 0 to 65535. For a free one, write --browser behind all names.');
}

/** A parser for commander that takes an http or https address; its value has no slash at the end. */
export function baseUrl(text: string): string {
  try {
    return readBase(text);
  } catch (thrown) {
    throw new InvalidArgumentError(`It ${messageOf(thrown)}.`);
  }
}
