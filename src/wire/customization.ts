/** How a snake looks and who made it. Checked here for the YAML and for what a strategy exports. */
import { MAX_NAME } from './limits.js';
import { didYouMean } from '../errors/did-you-mean.js';
import { kindOf } from '../errors/kind-of.js';

/** The appearance of a snake, as `GET` returns it. Every field is optional: the engine has a default for each. */
export interface Customization {
  /** `#rrggbb`. */
  readonly color?: string;
  /** Name of a head. An engine draws `default` instead of a head that it does not know or the account does not own. */
  readonly head?: string;
  /** Name of a tail. */
  readonly tail?: string;
  /** Username of the author on play.battlesnake.com. */
  readonly author?: string;
  /** Free text; engines do not show it, the journal keeps it with each game. */
  readonly version?: string;
}

/** The keys of {@link Customization}, in the order of the response to `GET`. */
export const CUSTOMIZATION_KEYS = ['author', 'color', 'head', 'tail', 'version'] as const;

/** Heads that every account owns (docs.battlesnake.com, "Customizations"). */
export const FREE_HEADS: readonly string[] = (
  'default beluga bendr dead evil fang pixel safe sand-worm shades silly smile tongue do-sammy rbc-bowler replit-mark ' +
  'mlh-gene nr-rocket all-seeing smart-caterpillar trans-rights-scarf caffeine gamer tiger-king workout bonhomme ' +
  'earmuffs rudolph scarf ski snowman snow-worm'
).split(' ');

/** Tails that every account owns. */
export const FREE_TAILS: readonly string[] = (
  'default block-bum bolt curled fat-rattle freckled hook pixel round-bum sharp skinny small-rattle do-sammy ' +
  'rbc-necktie replit-notmark mlh-gene nr-booster mystic-moon coffee mouse tiger-tail weight bonhomme flake ice-skate ' +
  'present'
).split(' ');

/** What is wrong with a customization: a `fault` stops the start, a `warning` is printed. */
interface CustomizationWarning {
  readonly level: 'fault' | 'warning';
  readonly key: string;
  readonly message: string;
}

/** Checks that a value is a {@link Customization} and that engines will show it. Returns nothing if both hold. */
export function checkCustomization(value: unknown): CustomizationWarning[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ level: 'fault', key: '', message: `customization is ${kindOf(value)}, not an object` }];
  }
  return Object.entries(value).flatMap(([key, entry]) => checkEntry(key, entry));
}

function checkEntry(key: string, value: unknown): CustomizationWarning[] {
  if (!isKey(key)) {
    return [{ level: 'fault', key, message: `"${key}" is not a customization.${didYouMean(key, CUSTOMIZATION_KEYS)}` }];
  }
  if (typeof value !== 'string') {
    return [{ level: 'fault', key, message: `"${key}" is ${kindOf(value)}, not a string` }];
  }
  if (key === 'color' && !/^#[0-9a-f]{6}$/i.test(value)) {
    return [{ level: 'fault', key, message: `color "${value}" is not of the form "#rrggbb"` }];
  }
  // Every stranger gets it with the index, and the log has it.
  if (value.length > MAX_NAME) {
    return [{ level: 'fault', key, message: `"${key}" has ${value.length} characters, more than ${MAX_NAME}` }];
  }
  const free = key === 'head' ? FREE_HEADS : key === 'tail' ? FREE_TAILS : undefined;
  if (free === undefined || free.includes(value)) return [];
  const message = `${key} "${value}" is not a ${key} that every account has; engines may show the default.${didYouMean(value, free)}`;
  return [{ level: 'warning', key, message }];
}

function isKey(key: string): key is (typeof CUSTOMIZATION_KEYS)[number] {
  return (CUSTOMIZATION_KEYS as readonly string[]).includes(key);
}
