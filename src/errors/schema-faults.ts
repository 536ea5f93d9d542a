/**
 * What ajv finds wrong, in words: with the configuration, and with the options of a strategy. Takes the errors of a
 * validator with `verbose`.
 */
import type { ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.js';
import { parsePointer, type Path } from './json-pointer.js';
import { kindOf } from './kind-of.js';

/** A key that its object must not or must have, or a value that does not match its schema. */
export interface SchemaFault {
  readonly kind: 'unknown' | 'missing' | 'wrong';
  /** To the wrong value, or to the unknown or missing key. */
  readonly path: Path;
  /** The keys that an object may have. */
  readonly known: readonly string[];
}

/** Longest part of a string that a message quotes, in characters. */
const MAX_QUOTED = 40;

/** Each JSON schema type, following `must be`. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

export function toSchemaFault({ instancePath, keyword, params, parentSchema }: ErrorObject): SchemaFault {
  const path = parsePointer(instancePath).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const known = Object.keys((parentSchema?.['properties'] as object | undefined) ?? {});
  if (keyword === 'additionalProperties')
    return { kind: 'unknown', path: [...path, String(params['additionalProperty'])], known };
  if (keyword === 'required') return { kind: 'missing', path: [...path, String(params['missingProperty'])], known };
  return { kind: 'wrong', path, known };
}

/**
 * What a value must be, following its name: `must be a whole number, not "3". Did you mean it without the quotes?`. A
 * keyword without a sentence here keeps ajv's.
 */
export function describeWrongValue(error: ErrorObject): string {
  const { keyword, params, data } = error;
  const isNot = `, not ${keyword.endsWith('Items') ? (data as unknown[]).length : formatValue(data)}`;
  const hint = hintFor(error);
  return `must ${requirement(error, params['limit'])}${isNot}${hint === '' && keyword !== 'enum' ? '' : `.${hint}`}`;
}

function requirement({ keyword, params, message = 'be right' }: ErrorObject, limit: unknown): string {
  const least = keyword.startsWith('min') ? 'at least' : 'at most';
  switch (keyword) {
    case 'type':
      return `be ${[params['type']]
        .flat()
        .map((type: string) => TYPES[type] ?? type)
        .join(' or ')}`;
    case 'enum':
      return `be one of ${(params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`;
    case 'minimum':
    case 'maximum':
      return `be ${least} ${limit}`;
    case 'minLength':
    case 'maxLength':
      return `have ${least} ${limit} character${limit === 1 ? '' : 's'}`;
    case 'minItems':
    case 'maxItems':
      return `have ${least} ${limit} item${limit === 1 ? '' : 's'}`;
    case 'pattern':
      return `match the pattern ${params['pattern']}`;
    default:
      return message.replace(/^must /, '');
  }
}

/** The likely cause of a wrong value, to follow a sentence: a misspelt word, or quotes. `''` if there is none. */
export function hintFor({ keyword, params, data }: ErrorObject): string {
  if (keyword === 'enum' && typeof data === 'string')
    return didYouMean(data, (params['allowedValues'] as unknown[]).map(String));
  if (keyword !== 'type') return '';
  const { type } = params;
  if (type === 'string') return /^(number|boolean)$/.test(typeof data) ? ' Did you forget the quotes?' : '';
  const number = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ }[String(type)];
  return typeof data === 'string' && number?.test(data) === true ? ' Did you mean it without the quotes?' : '';
}

/** A value for a message: short values as written, others by their kind. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') {
    const shown = hideSecrets(value);
    return JSON.stringify(shown.length > MAX_QUOTED ? `${shown.slice(0, MAX_QUOTED)}…` : shown);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}

/** Hides what follows `key:`, `token:` or `url:` in text that a message quotes. */
export function hideSecrets(quoted: string): string {
  return quoted.replace(/\b(key|token|url)(["']?\s*[:=]).*/is, '$1$2…');
}
