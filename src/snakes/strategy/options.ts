/**
 * Fills and checks a snake's options against the schema that its strategy exports. It takes the part of JSON Schema
 * that `option-schema.ts` makes, and groups of options; the host applies it to schemas of strategies that it does not
 * trust. All of it takes little time and memory, except for `pattern`: only the strategy's process runs those.
 */
import { runInNewContext } from 'node:vm';
import { didYouMean } from '../../errors/did-you-mean.js';
import { messageOf } from '../../errors/errors.js';
import type { Path } from '../../errors/json-pointer.js';
import { isRecord, kindOf, quoteValue } from '../../errors/kind-of.js';
import { describeWrongValue } from '../../errors/schema-faults.js';

/** The longest that the patterns of a strategy's options may take, in ms; they usually take less than one. */
const CHECK_LIMIT_MS = 2000;
/** Most schemas in an export, groups and lists included. */
const MAX_SCHEMAS = 1000;
/** Most groups and lists around an option. */
const MAX_DEPTH = 5;
/** Most values of an `enum`. */
const MAX_WORDS = 100;
/** Most characters of a name, a value of an `enum`, or a `pattern`: messages quote them. */
const MAX_QUOTED = 200;
/** Most faults that are reported. */
const MAX_FAULTS = 20;

/** A fault in the options: its path below `options:`, and a sentence. */
export interface OptionsFault {
  readonly path: Path;
  readonly message: string;
}

type Filled = { readonly options: Record<string, unknown> } | { readonly faults: readonly OptionsFault[] };
type Values = Readonly<Record<string, unknown>>;

/** What each type accepts. */
const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  number: Number.isFinite,
  integer: Number.isInteger,
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: Array.isArray,
  object: isRecord,
  null: (value) => value === null,
};

/** What the value of each keyword must be. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => [value].flat().every((type) => Object.hasOwn(TYPES, String(type))),
  enum: (value) => Array.isArray(value) && value.length <= MAX_WORDS && value.every(isWord),
  minimum: Number.isFinite,
  maximum: Number.isFinite,
  minLength: Number.isInteger,
  maxLength: Number.isInteger,
  minItems: Number.isInteger,
  maxItems: Number.isInteger,
  pattern: (value) => typeof value === 'string' && isWord(value),
  items: isRecord,
  properties: isRecord,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  additionalProperties: (value) => typeof value === 'boolean',
};
/** Keywords that accept every value. */
const WITHOUT_EFFECT = new Set('default description title examples format deprecated $id $schema $comment'.split(' '));

/** A schema whose keywords have been checked. */
interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly default?: unknown;
}

/**
 * Returns the options with all defaults filled in, or the faults in them. Without a schema, every option is a fault:
 * the strategy expects none. A schema that does not mention `additionalProperties` refuses unknown ones, so a misspelt
 * option stops the start.
 *
 * @param mismatches what {@link findMismatches} found in the strategy's process.
 */
export function fillOptions(schema: unknown, written: Values, mismatches: readonly OptionsFault[] = []): Filled {
  const { options, faults } = new OptionsCheck(schema, written);
  const all = [...faults, ...mismatches];
  return all.length === 0 ? { options } : { faults: all };
}

/**
 * The options that do not match their `pattern`; nothing if the schema has no pattern. Call it where the strategy runs:
 * it may take {@link CHECK_LIMIT_MS}.
 */
export function findMismatches(schema: unknown, written: Values): OptionsFault[] | undefined {
  const { patterned } = new OptionsCheck(schema, written);
  if (patterned.length === 0) return undefined;
  const run = () => patterned.flatMap(matchPattern);
  try {
    // It ends endless regular expressions, too.
    return runInNewContext('run()', { run }, { timeout: CHECK_LIMIT_MS }) as OptionsFault[];
  } catch (thrown) {
    // Not an instance of our `Error`: it comes from the other context.
    const isSlow = isRecord(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (!isSlow) return [notSchema(messageOf(thrown))];
    const message = `checking the options took longer than ${CHECK_LIMIT_MS} ms. Is a "pattern" in the strategy's export "options" too slow, as "(a+)+$" is?`;
    return [{ path: [], message }];
  }
}

function matchPattern({ path, value, schema }: Checked<string>): OptionsFault[] {
  const { pattern = '' } = schema;
  return new RegExp(pattern, 'u').test(value) ? [] : [toFault('pattern', { pattern }, { path, value, schema })];
}

interface Checked<Value = unknown> {
  readonly path: Path;
  readonly value: Value;
  readonly schema: Schema;
}

/** One check of options. It adds the defaults to a copy of them, and never throws. */
class OptionsCheck {
  readonly options: Record<string, unknown>;
  readonly faults: OptionsFault[] = [];
  /** The strings that have to match a pattern. */
  readonly patterned: Checked<string>[] = [];
  #schemas = 0;

  constructor(schema: unknown, written: Values) {
    this.options = structuredClone(written);
    if (schema === undefined) {
      for (const name of Object.keys(written)) {
        const message = `the strategy exports no "options", so "${name}" has no effect.`;
        this.#report({ path: [name], message });
      }
      return;
    }
    const closed = { type: 'object', additionalProperties: false, ...(schema as object) };
    this.#read(closed, [], false);
    if (this.faults.length === 0) this.#check({ path: [], value: this.options, schema: closed });
  }

  #report(fault: OptionsFault): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault);
  }

  /** Reports whatever makes this another thing than a {@link Schema}. */
  #read(schema: unknown, path: Path, isItem: boolean): void {
    const name = `the strategy's option "${path.join('.')}"`;
    const report = (message: string) => this.#report({ path: [], message });
    if (!isRecord(schema)) {
      const hint = typeof schema === 'object' ? '' : ` Did you mean { default: ${quoteValue(schema)} }?`;
      return report(`${name} is ${kindOf(schema)}, not a JSON schema.${hint}`);
    }
    if (++this.#schemas > MAX_SCHEMAS) return report(`the strategy has more than ${MAX_SCHEMAS} options.`);
    if (path.length > MAX_DEPTH) return report(`${name} is too deep: at most ${MAX_DEPTH} groups and lists.`);
    for (const [keyword, value] of Object.entries(schema)) {
      const isValid = Object.hasOwn(KEYWORDS, keyword) ? KEYWORDS[keyword] : undefined;
      // Each object of a list would get its own copy of the defaults.
      if ((isValid === undefined || (isItem && keyword === 'properties')) && !WITHOUT_EFFECT.has(keyword))
        report(
          `${name} has "${keyword}", which options cannot have${isItem ? ' in lists' : ''}. Check it in your code.`,
        );
      else if (isValid?.(value) === false)
        this.#report(notSchema(`"${[...path, keyword].join('.')}" is ${quoteValue(value)}`));
    }
    if (this.faults.length > 0) return;
    const { items, properties = {} } = schema as Schema;
    if (items !== undefined) this.#read(items, [...path, 'items'], true);
    for (const [key, property] of Object.entries(properties)) {
      if (key === '__proto__' || key.length > MAX_QUOTED)
        this.#report(notSchema(`"${key.slice(0, MAX_QUOTED)}" is not a name`));
      else this.#read(property, [...path, key], isItem);
    }
  }

  #check(checked: Checked): void {
    const { path, value, schema } = checked;
    const { type, enum: words, pattern } = schema;
    const wrong = (keyword: string, params: object) => this.#report(toFault(keyword, params, checked));
    if (type !== undefined && ![type].flat().some((one) => TYPES[one]!(value))) return wrong('type', { type });
    if (words?.includes(value) === false) return wrong('enum', { allowedValues: words });
    if (typeof value === 'number') this.#checkRange(value, schema.minimum, schema.maximum, 'imum', wrong);
    if (typeof value === 'string') {
      this.#checkRange(Array.from(value).length, schema.minLength, schema.maxLength, 'Length', wrong);
      if (pattern !== undefined) this.patterned.push({ path, value, schema });
    }
    if (Array.isArray(value)) {
      this.#checkRange(value.length, schema.minItems, schema.maxItems, 'Items', wrong);
      const { items } = schema;
      if (items !== undefined)
        value.forEach((item, at) => this.#check({ path: [...path, at], value: item, schema: items }));
    } else if (isRecord(value)) this.#checkGroup(path, value, schema);
  }

  #checkRange(
    value: number,
    least = -Infinity,
    most = Infinity,
    what: 'imum' | 'Length' | 'Items',
    wrong: (keyword: string, params: object) => void,
  ): void {
    if (value < least) wrong(`min${what}`, { limit: least });
    else if (value > most) wrong(`max${what}`, { limit: most });
  }

  #checkGroup(path: Path, values: Record<string, unknown>, schema: Schema): void {
    const { properties = {}, required = [], additionalProperties = true } = schema;
    const known = Object.keys(properties);
    for (const name of additionalProperties ? [] : Object.keys(values)) {
      if (Object.hasOwn(properties, name)) continue;
      const message = `the strategy has no option "${name}".${didYouMean(name, known)}`;
      this.#report({ path: [...path, name], message });
    }
    for (const [name, property] of Object.entries(properties)) {
      if (!Object.hasOwn(values, name) && property.default !== undefined)
        values[name] = structuredClone(property.default);
    }
    for (const name of required) {
      if (Object.hasOwn(values, name)) continue;
      const message = `option "${[...path, name].join('.')}" is missing, and the strategy has no default for it`;
      this.#report({ path, message });
    }
    for (const [name, property] of Object.entries(properties)) {
      if (Object.hasOwn(values, name)) this.#check({ path: [...path, name], value: values[name], schema: property });
    }
  }
}

function toFault(keyword: string, params: object, { path, value, schema }: Checked): OptionsFault {
  const name = path.length === 0 ? 'options' : `option "${path.join('.')}"`;
  const message = describeWrongValue(name, {
    keyword,
    params: { ...params },
    data: value,
    parentSchema: { ...schema },
  });
  return { path, message };
}

function notSchema(reason: string): OptionsFault {
  return { path: [], message: `the strategy's export "options" is not a JSON schema: ${reason}` };
}

/** Whether a value is short, and neither a list nor an object. */
function isWord(value: unknown): boolean {
  return typeof value === 'string' ? value.length <= MAX_QUOTED : typeof value !== 'object';
}
