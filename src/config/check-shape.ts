/** Checks a file against the schema: keys, types and bounds. Called by `read-config.ts`. */
import { Ajv, type SchemaValidateFunction } from 'ajv';
import { didYouMean, nearest } from '../errors/did-you-mean.js';
import { formatPointer, type Path } from '../errors/json-pointer.js';
import { hideSecrets, isRecord } from '../errors/kind-of.js';
import { describeWrongValue, expectedBy, toSchemaFault, type SchemaFault } from '../errors/schema-faults.js';
import type { Annotations } from './key-makers.js';
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

/** Our own keywords, see key-makers.ts. */
type Limits = Readonly<Record<'minimum' | 'maximum', string>>;
const UNITS = { size: parseSize, duration: parseDuration } as const;

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
  /** A valid value becomes a number of bytes or ms. */
  const validate: SchemaValidateFunction = (limits: Limits, written: string | number, parentSchema, at) => {
    const value = parse(written);
    const isWithin = value !== undefined && value >= parse(limits.minimum)! && value <= parse(limits.maximum)!;
    if (isWithin) at!.parentData[at!.parentDataProperty] = value;
    else validate.errors = [{ keyword, params: value === undefined ? {} : limits, parentSchema: parentSchema! }];
    return isWithin;
  };
  ajv.addKeyword({ keyword, type: ['number', 'string'], modifying: true, validate });
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
    if (kind === 'wrong') {
      report(path, describeWrongValue(nameOf(path), error));
      wrong.push(path);
    } else if (kind === 'missing' && !meant.has(formatPointer(path))) {
      const key = String(path.at(-1));
      const wanted = (error.parentSchema!['properties'] as Record<string, Annotations>)[key]!;
      const isWritten = isRecord(error.data) && Object.hasOwn(error.data, key);
      report(
        path,
        `"${key}" is ${isWritten ? `empty. Expected ${expectedBy(wanted)}` : `missing: ${wanted.description}`}.`,
      );
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
    meant.add(formatPointer([...path.slice(0, -1), beforeColon(key, known) ?? nearest(key, known) ?? key]));
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

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'string' ? `"${last}"` : `item ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}
