/** Holds what a file says against the schema: keys, types and bounds. Called by `read-config.ts`. */
import { Ajv, type ErrorObject } from 'ajv';
import { parsePointer, type Path } from '../json-pointer.js';
import { isRecord, kindOf } from '../kind-of.js';
import { didYouMean } from '../did-you-mean.js';
import { FileKeys, listKeys, type Annotations, type ConfigFile } from './schema.js';
import { formatSize, parseSize } from './size.js';

/** Takes one fault of the file: what it is about, and the sentence. */
export type ReportFault = (path: Path, message: string, part?: 'key' | 'value') => void;

/** A file of which some values may be missing, however deep. */
export type Partly<T> = T extends readonly (infer Item)[]
  ? readonly (Partly<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Partly<T[Key]> | undefined }
    : T;

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** What is read of the schema that a value did not meet. */
interface Rule extends Partial<Annotations>, Partial<Bounds> {
  readonly [keyword: string]: unknown;
  readonly bytes?: Bounds;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Annotations>>;
}

// Held against the schema for schemas by a test, for that takes long.
const ajv = new Ajv({
  strict: true,
  allErrors: true,
  verbose: true,
  useDefaults: true,
  ownProperties: true,
  allowUnionTypes: true,
  validateSchema: false,
});
ajv.addVocabulary(['unit', 'expects']);
ajv.addKeyword({
  keyword: 'bytes',
  type: ['number', 'string'],
  validate: ({ minimum, maximum }: Bounds, written: number | string) => {
    const bytes = parseSize(written);
    return bytes !== undefined && bytes >= minimum && bytes <= maximum;
  },
});
const isConfigFile = ajv.compile<ConfigFile>(FileKeys);

/** What the shape of a file comes to. */
export interface Shape {
  /** The file with its defaults, without the values that are wrong. */
  readonly sound: Partly<ConfigFile>;
  /** The same where nothing is wrong. */
  readonly complete: ConfigFile | undefined;
}

/** Reports all that is wrong with the shape of `written`, which stays as it is. */
export function checkShape(written: unknown, report: ReportFault): Shape {
  const file: unknown = structuredClone(written);
  if (isConfigFile(file)) return { sound: file, complete: file };
  const wrong: Path[] = [];
  for (const error of isConfigFile.errors!) {
    const rule: Rule = error.parentSchema!;
    const path = toPath(error.instancePath);
    if (error.keyword === 'additionalProperties') {
      const key = String(error.params['additionalProperty']);
      report([...path, key], unknownKey(key, Object.keys(rule.properties!)), 'key');
    } else if (error.keyword === 'required') {
      const key = String(error.params['missingProperty']);
      report([...path, key], `"${key}" is missing: ${rule.properties![key]!.description}.`);
    } else {
      report(path, wrongValue(path, error, rule));
      wrong.push(path);
    }
  }
  for (const path of wrong) take(file, path);
  return { sound: !wrong.some((path) => path.length === 0) && isSound(file) ? file : {}, complete: undefined };
}

/** Holds for a file that {@link take} has passed over. */
function isSound(file: unknown): file is Partly<ConfigFile> {
  return isRecord(file);
}

/** The path of a pointer from ajv; steps of digits are list indexes. */
function toPath(pointer: string): Path {
  return parsePointer(pointer).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
}

/** Takes a wrong value out, so that the checks that follow meet right ones or none. */
function take(root: unknown, path: Path): void {
  let parent = root;
  for (const step of path.slice(0, -1)) parent = Reflect.get(Object(parent), step);
  if (path.length > 0) Reflect.set(Object(parent), path.at(-1)!, undefined);
}

const allKeys = listKeys();

function unknownKey(key: string, known: readonly string[]): string {
  const elsewhere = allKeys.filter((path) => path.endsWith(`.${key}`) || path === key);
  const [word] = key.split(':', 1);
  let hint = didYouMean(key, known);
  if (word !== key && known.includes(word!)) hint = ` Did you forget the space after "${word}:"?`;
  else if (elsewhere.length > 0) hint = ` Does it belong at ${elsewhere.map((path) => `"${path}"`).join(' or ')}?`;
  return `unknown key "${key}".${hint || ` Here are ${known.map((name) => `"${name}"`).join(', ')}.`}`;
}

function wrongValue(path: Path, { keyword, data }: ErrorObject, rule: Rule): string {
  const subject = nameOf(path);
  const is = `${subject} is ${show(data)}, not`;
  switch (keyword) {
    case 'minimum':
    case 'maximum':
      return `${is} between ${rule.minimum} and ${rule.maximum}${rule.unit === undefined ? '' : ` ${rule.unit}`}.`;
    case 'bytes': {
      const { minimum, maximum } = rule.bytes!;
      if (parseSize(String(data)) === undefined) return `${is} ${rule.expects}.`;
      return `${is} between ${formatSize(minimum)} and ${formatSize(maximum)}.`;
    }
    case 'minLength':
    case 'minItems':
      return `${subject} is empty. It takes ${rule.expects}.`;
    default:
      return `${is} ${rule.expects}.${(typeof data === 'string' && didYouMean(data, rule.enum ?? [])) || quotesHint(rule, data)}`;
  }
}

/** `version: 1.0` is a number and `port: '8000'` a text: the quotes are the likely cause. */
function quotesHint({ type }: Rule, data: unknown): string {
  if (type === 'string' && (typeof data === 'number' || typeof data === 'boolean'))
    return ' Did you forget the quotes?';
  if (type === 'integer' && typeof data === 'string' && /^\d+$/.test(data))
    return ' Did you mean it without the quotes?';
  return '';
}

function nameOf(path: Path): string {
  const last = path.at(-1);
  if (last === undefined) return 'the file';
  return typeof last === 'string' ? `"${last}"` : `item ${last + 1} of ${nameOf(path.slice(0, -1))}`;
}

/** A value as it is shown in a sentence: itself where it is short enough to know again. */
function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : kindOf(value);
}
