/** Checks a file against the schema: keys, types and bounds. Called by `read-config.ts`. */
import { Ajv, type ErrorObject } from 'ajv';
import type { DataValidationCxt as DataCxt } from 'ajv/dist/types/index.js';
import { didYouMean, nearest } from '../errors/did-you-mean.js';
import { formatPointer, type Path } from '../errors/json-pointer.js';
import { isRecord } from '../errors/kind-of.js';
import { formatValue, hideSecrets, hintFor, toSchemaFault, type SchemaFault } from '../errors/schema-faults.js';
import type { Annotations } from './snake-keys.js';
import { FileKeys, listKeys, type ConfigFile } from './schema.js';
import { parseDuration, parseSize } from './units.js';

export type ReportFault = (path: Path, message: string, part?: 'key' | 'value') => void;

export interface Reports {
  readonly fault: ReportFault;
  readonly warning: ReportFault;
  readonly lineOf: (path: Path) => number;
  readonly isWritten: (path: Path) => boolean;
}

export type DeepPartial<T> = T extends readonly (infer Item)[]
  ? readonly (DeepPartial<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: DeepPartial<T[Key]> | undefined }
    : T;

interface Bounds<Bound> {
  readonly minimum: Bound;
  readonly maximum: Bound;
}

/** Our own keywords, see snake-keys.ts. */
const UNITS = { size: parseSize, duration: parseDuration } as const;

interface Rule extends Partial<Annotations>, Partial<Bounds<number>> {
  readonly [keyword: string]: unknown;
  readonly properties?: Readonly<Record<string, Annotations>>;
}

// A test validates the schema itself, because that takes as long as compiling it.
const ajv = new Ajv({
  strict: true,
  allErrors: true,
  verbose: true,
  useDefaults: true,
  ownProperties: true,
  allowUnionTypes: true,
  validateSchema: false,
  // It would take longer than the checks of all starts.
  code: { optimize: false },
});
ajv.addVocabulary(['expects', 'secret']);
for (const [keyword, parse] of Object.entries(UNITS)) {
  ajv.addKeyword({
    keyword,
    type: ['number', 'string'],
    modifying: true,
    // A valid value becomes a number of bytes or ms.
    validate: ({ minimum, maximum }: Bounds<string>, written: number | string, _schema: unknown, at?: DataCxt) => {
      const value = parse(written);
      if (value === undefined || value < parse(minimum)! || value > parse(maximum)!) return false;
      at!.parentData[at!.parentDataProperty] = value;
      return true;
    },
  });
}
/** Most unknown keys that are named: a file with more is probably not a configuration. */
const MAX_UNKNOWN = 100;
const isConfigFile = ajv.compile<ConfigFile>(FileKeys);

export interface Shape {
  /** The file with its defaults, without invalid values. */
  readonly valid: DeepPartial<ConfigFile>;
  /** The same, if it has no faults. */
  readonly complete: ConfigFile | undefined;
}

/** Reports everything in `written` that does not match the schema. Does not change `written`. */
export function checkShape(written: unknown, report: ReportFault): Shape {
  const file: unknown = structuredClone(written);
  if (isConfigFile(file)) return { valid: file, complete: file };
  const faults = isConfigFile.errors!.map((error) => ({ ...toSchemaFault(error), error }));
  const meant = reportUnknown(
    faults.filter(({ kind }) => kind === 'unknown'),
    report,
  );
  const wrong: Path[] = [];
  for (const { kind, path, error } of faults) {
    const rule: Rule = error.parentSchema!;
    if (kind === 'wrong') {
      report(path, wrongValue(path, error, rule));
      wrong.push(path);
    } else if (kind === 'missing' && !meant.has(formatPointer(path))) {
      const key = String(path.at(-1));
      const { description, expects } = rule.properties![key]!;
      const isWritten = isRecord(error.data) && Object.hasOwn(error.data, key);
      report(path, `"${key}" is ${isWritten ? `empty. Expected ${expects}` : `missing: ${description}`}.`);
    }
  }
  for (const path of wrong) removeValue(file, path);
  return { valid: !wrong.some((path) => path.length === 0) && isRecord(file) ? file : {}, complete: undefined };
}

/** Returns the keys that the misspelt ones probably mean, as pointers: they are not missing. */
function reportUnknown(faults: readonly SchemaFault[], report: ReportFault): ReadonlySet<string> {
  const meant = new Set<string>();
  for (const [index, { path, known }] of faults.slice(0, MAX_UNKNOWN + 1).entries()) {
    const key = String(path.at(-1));
    const rest = faults.length - index;
    const isCut = index === MAX_UNKNOWN && rest > 1;
    const more = `${rest} more keys from here on are unknown. Is it the right file?`;
    report(path, isCut ? more : unknownKey(key, known), 'key');
    meant.add(formatPointer(path.with(-1, beforeColon(key, known) ?? nearest(key, known) ?? key)));
  }
  return meant;
}

/** Removes a wrong value, so that later checks see only valid ones. */
function removeValue(root: unknown, path: Path): void {
  let parent = root;
  for (const step of path.slice(0, -1)) parent = Reflect.get(Object(parent), step);
  if (path.length > 0) Reflect.set(Object(parent), path.at(-1)!, undefined);
}

const allKeys = listKeys();

/** The known key that `prefix:/greedy` begins with, for want of a space. */
function beforeColon(key: string, known: readonly string[]): string | undefined {
  return key.includes(':') ? known.find((name) => name === key.split(':', 1)[0]) : undefined;
}

function unknownKey(key: string, known: readonly string[]): string {
  const elsewhere = allKeys.filter((path) => path.endsWith(`.${key}`) || path === key);
  const word = beforeColon(key, known);
  let hint = didYouMean(key, known);
  if (word !== undefined) hint = ` Did you forget the space after "${word}:"?`;
  else if (elsewhere.length > 0) hint = ` Does it belong at ${elsewhere.map((path) => `"${path}"`).join(' or ')}?`;
  return `unknown key "${hideSecrets(key)}".${hint || ` Known keys: ${known.map((name) => `"${name}"`).join(', ')}.`}`;
}

function wrongValue(path: Path, error: ErrorObject, rule: Rule): string {
  const { keyword, data } = error;
  const subject = nameOf(path);
  if (rule.secret === true) return `${subject} is not ${rule.expects}.${hintFor(error)}`;
  const is = `${subject} is ${formatValue(data)}, not`;
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return `${is} between ${rule.minimum} and ${rule.maximum}.`;
    case 'size':
    case 'duration': {
      const { minimum, maximum } = rule[keyword] as Bounds<string>;
      if (UNITS[keyword](data as string) === undefined) return `${is} ${rule.expects}.`;
      return `${is} between ${minimum} and ${maximum}.`;
    }
    case 'minLength':
    case 'minItems':
      return `${subject} is empty. Expected ${rule.expects}.`;
    default:
      return `${is} ${rule.expects}.${hintFor(error)}`;
  }
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'string' ? `"${last}"` : `item ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}
