/** Turns an error of the option validator into a sentence for its author. Called by `options.ts`. */
import type { ErrorObject } from 'ajv';
import { didYouMean } from '../../did-you-mean.js';
import { kindOf } from '../../kind-of.js';

/** What each type of JSON schema is called in a sentence. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/**
 * What an option must be, and is not, to follow its name: `must be a whole number, not true`. Takes an error with its
 * data. Keywords that the makers of options do not use are left to the validator's words.
 */
export function describeOptionError({ keyword, params, data, message }: ErrorObject): string {
  const isNot = `, not ${formatValue(data)}`;
  switch (keyword) {
    case 'type':
      return `must be ${String(params['type']).split(',').map(nameOfType).join(' or ')}${isNot}${quotesHint(params['type'], data)}`;
    case 'enum': {
      const allowed = params['allowedValues'] as readonly unknown[];
      const hint = typeof data === 'string' ? didYouMean(data, allowed.map(String)) : '';
      return `must be one of ${allowed.map((value) => JSON.stringify(value)).join(', ')}${isNot}.${hint}`;
    }
    case 'minimum':
      return `must be at least ${params['limit']}${isNot}`;
    case 'maximum':
      return `must be at most ${params['limit']}${isNot}`;
    case 'minLength':
    case 'maxLength':
      return `must have at ${keyword === 'minLength' ? 'least' : 'most'} ${count(params['limit'], 'character')}${isNot}`;
    case 'minItems':
    case 'maxItems':
      return `must have at ${keyword === 'minItems' ? 'least' : 'most'} ${count(params['limit'], 'item')}, not ${(data as unknown[]).length}`;
    case 'pattern':
      return `must match the pattern ${params['pattern']}${isNot}`;
    default:
      return `${message ?? 'is wrong'}${isNot}`;
  }
}

function nameOfType(type: string): string {
  return TYPES[type] ?? type;
}

/** `depth: '3'` is a string: the quotes are the likely cause. */
function quotesHint(type: unknown, data: unknown): string {
  const isNumber =
    (type === 'integer' || type === 'number') && typeof data === 'string' && /^-?\d+(\.\d+)?$/.test(data);
  if (isNumber) return '. Did you mean it without the quotes?';
  return type === 'string' && data !== null && typeof data !== 'object' ? '. Did you forget the quotes?' : '';
}

function count(limit: unknown, what: string): string {
  return `${String(limit)} ${what}${limit === 1 ? '' : 's'}`;
}

/** A value for an error message: short values as written, others by their kind. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}
