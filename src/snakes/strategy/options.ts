/** Fills and checks a snake's options against the schema that its strategy exports. */
import { runInNewContext } from 'node:vm';
import { Ajv, type ErrorObject } from 'ajv';
import { didYouMean } from '../../errors/did-you-mean.js';
import { messageOf } from '../../errors/errors.js';
import { parsePointer } from '../../errors/json-pointer.js';
import { isRecord, kindOf } from '../../errors/kind-of.js';

/**
 * One validator for all strategies. It keeps no schema, so two of them may have the same `$id`. It skips the check
 * against the meta schema, which takes longer than everything else here and finds nothing that compiling does not. Nor
 * does it optimize code that runs once.
 */
const ajv = new Ajv({
  allErrors: true,
  verbose: true,
  useDefaults: true,
  strict: false,
  addUsedSchema: false,
  validateSchema: false,
  code: { optimize: false },
});

/** The longest that compiling a schema and checking options against it may take, in ms; both usually take a few. */
const CHECK_LIMIT_MS = 2000;

/** The name of each JSON schema type in sentences. */
const TYPES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** A fault in the options: its path below `options:`, and a sentence. */
export interface OptionsFault {
  readonly path: readonly string[];
  readonly message: string;
}

/**
 * Returns the options with all defaults filled in, or all faults in them. Without a schema, every option is a fault:
 * the strategy expects none. A schema that does not mention `additionalProperties` refuses unknown ones, so a misspelt
 * option stops the start.
 */
export function fillOptions(
  schema: unknown,
  written: Readonly<Record<string, unknown>>,
): { options: Record<string, unknown> } | { faults: OptionsFault[] } {
  const options = structuredClone(written) as Record<string, unknown>;
  if (schema === undefined) {
    const faults = Object.keys(options).map(toUnexpected);
    return faults.length === 0 ? { options } : { faults };
  }
  const bare = findBareDefaults(schema);
  if (bare.length > 0) return { faults: bare };
  try {
    return runLimited(CHECK_LIMIT_MS, () => check(schema, options));
  } catch (thrown) {
    return { faults: [{ path: [], message: describeFailure(thrown) }] };
  }
}

/** Fills in the defaults **in place**. Throws if the schema is not a JSON schema. */
function check(schema: unknown, options: Record<string, unknown>): ReturnType<typeof fillOptions> {
  const closed = { type: 'object', additionalProperties: false, ...(schema as object) };
  const validate = ajv.compile(closed);
  if (validate(options)) return { options };
  return { faults: validate.errors!.map((error) => toFault(error, schema)) };
}

function describeFailure(thrown: unknown): string {
  if (thrown instanceof TimeLimitError) {
    return `checking the options ${thrown.message}. Is a "pattern" in the strategy's export "options" too slow, as "(a+)+$" is?`;
  }
  return `the strategy's export "options" is not a JSON schema: ${messageOf(thrown)}`;
}

/** Finds a fault that the validator misses: a bare default value instead of a schema. */
function findBareDefaults(schema: unknown): OptionsFault[] {
  const properties = (schema as { properties?: unknown } | null)?.properties ?? {};
  return Object.entries(properties)
    .filter(([, property]) => (typeof property !== 'object' && typeof property !== 'boolean') || property === null)
    .map(([name, property]) => ({
      path: [],
      message: `the strategy's option "${name}" is ${kindOf(property)}, not a JSON schema. Did you mean { default: ${String(property)} }?`,
    }));
}

function toFault(error: ErrorObject, schema: unknown): OptionsFault {
  const path = parsePointer(error.instancePath);
  if (error.keyword === 'required') {
    const name = String(error.params['missingProperty']);
    return {
      path,
      message: `option "${[...path, name].join('.')}" is missing, and the strategy has no default for it`,
    };
  }
  if (error.keyword === 'additionalProperties') {
    const name = String(error.params['additionalProperty']);
    const known = Object.keys((schema as { properties?: object }).properties ?? {});
    return { path: [...path, name], message: `the strategy has no option "${name}".${didYouMean(name, known)}` };
  }
  const name = path.length === 0 ? 'options' : `option "${path.join('.')}"`;
  return { path, message: `${name} ${describeOptionError(error)}` };
}

function toUnexpected(name: string): OptionsFault {
  return { path: [name], message: `the strategy exports no "options", so "${name}" has no effect.` };
}

/** Thrown by {@link runLimited} when the time is over. */
class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Returns what `run` returns, and throws what it throws. Throws a {@link TimeLimitError} if it takes longer than
 * `limit` ms, even in an endless loop or regular expression; its changes are then half done.
 */
function runLimited<Result>(limit: number, run: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  const context = { run: () => void (result = { value: run() }) };
  try {
    runInNewContext('run()', context, { timeout: limit });
  } catch (thrown) {
    // Not an instance of our `Error`: it comes from the other context.
    const isOver = isRecord(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isOver ? new TimeLimitError(`took longer than ${limit} ms`) : thrown;
  }
  return result!.value;
}

/**
 * What an option must be, following its name: `must be a whole number, not true`. Takes an error with its data. Other
 * keywords keep the validator's message.
 */
function describeOptionError({ keyword, params, data, message }: ErrorObject): string {
  const isNot = `, not ${formatValue(data)}`;
  switch (keyword) {
    case 'type':
      return `must be ${String(params['type'])
        .split(',')
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}${isNot}${quotesHint(params['type'], data)}`;
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

/** Formats a value for an error message: short values as written, others by their kind. */
function formatValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}
