/**
 * Sentences about what ajv finds wrong: with the configuration, and with the options of a strategy. Takes the errors of
 * a validator with `verbose`.
 */
import type { AnySchemaObject, ErrorObject } from 'ajv';
import { didYouMean } from './did-you-mean.js';
import { parsePointer, type Path } from './json-pointer.js';
import { quoteValue } from './kind-of.js';

/** A key that its object must not or must have, or a value that does not match its schema. */
export interface SchemaFault {
  readonly kind: 'unknown' | 'missing' | 'wrong';
  /** To the wrong value, or to the unknown or missing key. */
  readonly path: Path;
  /** The keys that an object may have. */
  readonly known: readonly string[];
}

/** What a sentence tells of a schema; `expects` is our own keyword. */
interface Keywords {
  readonly expects?: string;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly properties?: object;
  readonly pattern?: string;
}

/** The name of each JSON schema type. */
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

/** A value that does not match its schema, as ajv reports it. */
type WrongValue = Pick<ErrorObject, 'keyword' | 'params' | 'data' | 'message' | 'parentSchema'>;

/** A wrong value and its likely cause: `"port" is "8000", not a whole number. Did you mean it without the quotes?`. */
export function describeWrongValue(name: string, error: WrongValue): string {
  const { keyword, params, data, message, parentSchema } = error;
  const schema = parentSchema!;
  const expected = expectedBy(schema);
  const isNot = schema['secret'] === true ? 'is not' : `is ${quoteValue(data)}, not`;
  switch (keyword) {
    // Our own keywords give the limits to values that are only out of them.
    case 'size':
    case 'duration':
      return `${name} ${isNot} ${rangeOf(params['minimum'], params['maximum']) ?? expected}.`;
    case 'minimum':
    case 'maximum':
      return `${name} ${isNot} ${rangeOf(schema['minimum'], schema['maximum'])}.`;
    case 'minLength':
    case 'minItems':
      return `${name} is ${params['limit'] === 1 ? 'empty' : 'too short'}. Expected ${expected}.`;
    case 'maxLength':
    case 'maxItems':
      return `${name} is too long. Expected ${expected}.`;
    case 'type':
    case 'enum':
    case 'pattern':
      return `${name} ${isNot} ${expected}.${hintFor(error)}`;
    default:
      return `${name} ${message ?? 'is wrong'}.`;
  }
}

/** What a schema takes: its text for that, or else its words, its keys, or its type with its length and pattern. */
export function expectedBy(schema: AnySchemaObject): string {
  const { expects, enum: words, type, properties, pattern } = schema as Keywords;
  if (expects !== undefined) return expects;
  if (words !== undefined) return quoted(words, 'disjunction');
  if (properties !== undefined)
    return `${pattern === '^off$' ? '"off", or ' : ''}an object with ${quoted(Object.keys(properties))}`;
  const types = [type ?? []].flat().map((each) => TYPES[each] ?? each);
  return `${types.join(' or ')}${lengthIn(schema)}${pattern === undefined ? '' : ` that matches ${pattern}`}`;
}

function lengthIn({ minLength, maxLength, minItems = minLength, maxItems = maxLength, type }: AnySchemaObject): string {
  const range = rangeOf(minItems === 1 ? undefined : minItems, maxItems);
  return range === undefined ? '' : ` of ${range} ${type === 'array' ? 'items' : 'characters'}`;
}

/** Limits with or without a unit. */
function rangeOf(minimum?: number | string, maximum?: number | string): string | undefined {
  if (minimum === undefined) return maximum === undefined ? undefined : `at most ${maximum}`;
  return maximum === undefined ? `at least ${minimum}` : `between ${minimum} and ${maximum}`;
}

function quoted(values: readonly unknown[], type: Intl.ListFormatType = 'conjunction'): string {
  return new Intl.ListFormat('en-GB', { type }).format(values.map((value) => JSON.stringify(value)));
}

/** A misspelt word, or quotes; `''` if the cause is unknown. */
function hintFor({ keyword, params, data }: WrongValue): string {
  if (keyword === 'enum' && typeof data === 'string')
    return didYouMean(data, (params['allowedValues'] as unknown[]).map(String));
  const type = String(params['type']);
  if (type === 'string') return /^(number|boolean)$/.test(typeof data) ? ' Did you forget the quotes?' : '';
  const number = { integer: /^-?\d+$/, number: /^-?\d+(\.\d+)?$/ }[type];
  return typeof data === 'string' && number?.test(data) === true ? ' Did you mean it without the quotes?' : '';
}
