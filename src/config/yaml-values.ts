/** The nodes of a parsed YAML document → plain values: aliases unfold, merge keys merge. Called by `yaml-tree.ts`. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  visit,
  type Alias,
  type Node,
  type ParsedNode,
  type Scalar,
  type YAMLMap,
} from 'yaml';
import { formatPointer } from '../json-pointer.js';

/** Aliases of aliases grow without bound; a file for people does not. */
const MAX_VALUES = 20_000;
const MAX_DEPTH = 100;

const PLAIN_TAGS = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/** Where a key and its value stand: offsets into the text. */
export interface YamlPlace {
  readonly key: number;
  readonly value: number;
  readonly isNull?: boolean;
}

interface YamlPair {
  readonly key: Scalar.Parsed;
  readonly value: ParsedNode | null;
}

/** How faults are reported; the numbers are offsets into the text. */
export interface Surroundings {
  readonly source: string;
  readonly report: (offset: number, message: string) => void;
  readonly lineOf: (offset: number) => number;
}

/** What the descent through the nodes carries along. */
interface Descent extends Surroundings {
  readonly targets: ReadonlyMap<Alias, ParsedNode>;
  readonly places: Map<string, YamlPlace>;
  /** The nodes that are being unfolded: an alias to one of them has no end. */
  readonly open: Set<ParsedNode>;
  values: number;
}

/** Values, and where each of them stands, by its JSON pointer. */
export interface PlacedValues {
  readonly value: unknown;
  readonly places: ReadonlyMap<string, YamlPlace>;
}

/** Unfolds a document without faults of syntax. Bounded in size and depth, whatever aliases hold. */
export function toValues(root: ParsedNode, surroundings: Surroundings): PlacedValues {
  const places = new Map<string, YamlPlace>([['', { key: root.range[0], value: root.range[0] }]]);
  const value = toValue(root, '', 0, {
    ...surroundings,
    targets: resolveAliases(root),
    places,
    open: new Set(),
    values: 0,
  });
  return { value, places };
}

/** What each alias names: the last anchor of that name before it. */
function resolveAliases(root: ParsedNode): Map<Alias, ParsedNode> {
  const anchors = new Map<string, ParsedNode>();
  const targets = new Map<Alias, ParsedNode>();
  visit(root, {
    Node(_key, node) {
      const target = isAlias(node) ? anchors.get(node.source) : undefined;
      if (isAlias(node)) {
        if (target !== undefined) targets.set(node, target);
      } else if (node.anchor !== undefined && isParsed(node)) {
        anchors.set(node.anchor, node);
      }
    },
  });
  return targets;
}

/** A parsed document holds parsed nodes alone; the types of `visit` do not know it. */
function isParsed(node: Node): node is ParsedNode {
  return node.range !== undefined && node.range !== null;
}

function toValue(node: ParsedNode | null, at: string, depth: number, descent: Descent): unknown {
  if (node === null) return undefined;
  const offset = node.range[0];
  if (isTooMuch(offset, depth, descent)) return undefined;
  if (isAlias(node)) return toValue(targetOf(node, descent), at, depth, descent);
  if (node.tag !== undefined && !PLAIN_TAGS.test(node.tag)) {
    descent.report(offset, `tag "${node.tag.replace('tag:yaml.org,2002:', '!!')}" is not taken. Take it out.`);
    return undefined;
  }
  if (isScalar(node)) return toPlain(node, descent);
  descent.open.add(node);
  const value = isSeq(node) ? toList(node.items, at, depth, descent) : toObject(node, at, depth, descent);
  descent.open.delete(node);
  return value;
}

/** Counts one more value; reports once, where the count or the depth runs over. */
function isTooMuch(offset: number, depth: number, descent: Descent): boolean {
  if (++descent.values <= MAX_VALUES && depth <= MAX_DEPTH) return false;
  if (descent.values !== Infinity) {
    descent.report(offset, 'the values grow without end here. Do aliases or brackets hold each other?');
  }
  descent.values = Infinity;
  return true;
}

function toPlain(node: Scalar.Parsed, descent: Descent): unknown {
  const { value } = node;
  if (value === null) return undefined;
  if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
  descent.report(node.range[0], `"${node.source}" is no text, boolean or finite number. Did you forget the quotes?`);
  return undefined;
}

function targetOf(alias: Alias.Parsed, descent: Descent): ParsedNode | null {
  const target = descent.targets.get(alias) ?? null;
  const offset = alias.range[0];
  if (target === null) {
    descent.report(offset, `alias "*${alias.source}" names nothing. Does "&${alias.source}" stand further down?`);
  } else if (descent.open.has(target)) {
    descent.report(offset, `alias "*${alias.source}" stands inside what it names.`);
    return null;
  }
  return target;
}

function toList(items: readonly ParsedNode[], at: string, depth: number, descent: Descent): unknown[] {
  return items.map((item, index) => {
    const pointer = `${at}/${index}`;
    descent.places.set(pointer, { key: item.range[0], value: item.range[0] });
    return toValue(item, pointer, depth + 1, descent) ?? null;
  });
}

function toObject(map: YAMLMap.Parsed, at: string, depth: number, descent: Descent): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const [name, { key, value }] of entriesOf(map, descent)) {
    const pointer = at + formatPointer([name]);
    const target = isAlias(value) ? descent.targets.get(value) : value;
    const isNull = !target || (isScalar(target) && target.value === null);
    const place = isScalar(target) && !isNull ? value! : key;
    descent.places.set(pointer, { key: key.range[0], value: place.range[0], isNull });
    object[name] = toValue(value, pointer, depth + 1, descent);
    if (object[name] === undefined) reportEatenColor(name, key, descent);
  }
  return object;
}

/** `color: #ff0000` says nothing at all to YAML, and something else to whoever wrote it. */
function reportEatenColor(name: string, key: Scalar.Parsed, descent: Descent): void {
  const eaten = /^[ \t]*:[ \t]+(#[0-9a-f]{6})\b/i.exec(descent.source.slice(key.range[1], key.range[1] + 80));
  if (eaten === null) return;
  descent.report(key.range[0], `"${name}" is empty: "${eaten[1]}" begins a comment. Did you forget the quotes?`);
}

/** The entries of a map by name, those of its merge keys (`<<: *base`) included where it has none of that name itself. */
function entriesOf(map: YAMLMap.Parsed, descent: Descent): Map<string, YamlPair> {
  const entries = new Map<string, YamlPair>();
  const merges: YamlPair[] = [];
  for (const { key: written, value } of map.items) {
    const key = isAlias(written) ? targetOf(written, descent) : written;
    if (!isScalar(key) || key.source === '') {
      const what = isScalar(key) ? 'empty' : 'no text';
      if (key !== null) descent.report(written.range[0], `a key is ${what}. Is a quote, or a "-", out of place?`);
      continue;
    }
    const name = typeof key.value === 'string' ? key.value : key.source;
    const first = entries.get(name);
    if (key.type === 'PLAIN' && key.source === '<<') {
      merges.push({ key, value });
    } else if (name === '__proto__') {
      descent.report(key.range[0], 'key "__proto__" is not taken.');
    } else if (first !== undefined) {
      const line = descent.lineOf(first.key.range[0]);
      descent.report(key.range[0], `"${name}" is written twice. The first is on line ${line}.`);
    } else {
      entries.set(name, { key, value });
    }
  }
  for (const merge of merges) mergeInto(entries, merge, descent);
  return entries;
}

function mergeInto(entries: Map<string, YamlPair>, merge: YamlPair, descent: Descent): void {
  const whole = isAlias(merge.value) ? targetOf(merge.value, descent) : merge.value;
  const sources = isSeq(whole) ? whole.items : [whole];
  for (const written of sources) {
    if (isTooMuch(merge.key.range[0], 0, descent)) return;
    const source = isAlias(written) ? targetOf(written, descent) : written;
    if (source === null) continue;
    if (!isMap(source)) {
      descent.report(merge.key.range[0], 'merge key "<<" holds no object. It takes an alias such as "*base".');
    } else {
      descent.open.add(source);
      for (const [name, entry] of entriesOf(source, descent)) {
        if (!entries.has(name)) entries.set(name, entry);
      }
      descent.open.delete(source);
    }
  }
}
