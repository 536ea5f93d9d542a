/** Reads a YAML file into plain values, and finds the place of each value in the file. Called by `read-config.ts`. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  type Document,
  type Node,
  type YAMLMap,
} from 'yaml';
import type { Fault } from '../../errors.js';
import type { Path } from '../../json-pointer.js';
import { isRecord } from '../../kind-of.js';
import { findTooDeep, MAX_DEPTH } from './yaml-depth.js';
import { isMergeKey, keyName, removeUnsupported } from './yaml-restrictions.js';
import { findSyntaxFault } from './yaml-syntax.js';

/** Enough for any file that a person writes; aliases of aliases go far beyond. */
const MAX_ALIASES = 10_000;

/** A place in a file; both are 1-based. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A YAML file, read. With faults, `value` lacks what is wrong. */
export interface YamlTree {
  /**
   * Objects, lists, strings, finite numbers and booleans; null only in lists. A key that holds null has `undefined`.
   */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /**
   * The place of the value at `path`, or of its key. If nothing is written there, the place of its nearest ancestor.
   *
   * An object, a list and an empty value are located at their key, because a block begins on the line below.
   */
  locate(path: Path, part?: 'key' | 'value'): TextPosition;
  /** Whether a value other than null is written at `path`. */
  has(path: Path): boolean;
}

/** Parses `text`; `file` becomes the source of every fault. Never throws. */
export function parseYaml(file: string, text: string): YamlTree {
  const faults: Fault[] = [];
  const positionOf = createLocator(text);
  const report = (offset: number, message: string) =>
    void faults.push({ source: file, ...positionOf(offset), message });

  const document = parseNodes(text, report);
  if (document !== undefined)
    removeUnsupported(document, { text, report, lineOf: (offset) => positionOf(offset).line });
  const value = document && toValue(document, (message) => void faults.push({ source: file, message }));
  const find = (path: Path) => (document === undefined ? [] : findPlaces(document, path));
  return {
    value,
    faults,
    locate(path, part = 'value') {
      const places = find(path);
      const place = places.at(-1);
      if (place === undefined) return { line: 1, column: 1 };
      return positionOf(places.length > path.length ? place[part] : place.key);
    },
    has(path) {
      const places = find(path);
      return places.length > path.length && !places.at(-1)!.isNull;
    },
  };
}

/** A function from an offset in `text` to its line and column. */
function createLocator(text: string): (offset: number) => TextPosition {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; start = text.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  return (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
}

/** The document, or undefined with its first syntax error reported. */
function parseNodes(text: string, report: (offset: number, message: string) => void): Document.Parsed | undefined {
  const tooDeep = findTooDeep(text);
  if (tooDeep !== undefined) {
    report(tooDeep, 'the values are nested too deeply here. Is a bracket or a "-" repeated?');
    return undefined;
  }
  const document = parseDocument(text, { merge: true, prettyErrors: false, uniqueKeys: false });
  const fault = findSyntaxFault(document, text);
  if (fault === undefined) return document;
  report(fault.offset, fault.message);
  return undefined;
}

function toValue(document: Document.Parsed, report: (message: string) => void): unknown {
  try {
    return copy(document.toJS({ maxAliasCount: MAX_ALIASES }), 0) ?? undefined;
  } catch {
    report('is not read: its aliases make the values grow without end. Do they hold each other?');
    return undefined;
  }
}

/**
 * Copies a value, so that two uses of an anchor share no object. Leaves out the null of keys: they count as not
 * written.
 */
function copy(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) throw new RangeError('nested too deeply');
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, depth + 1) ?? undefined]));
}

/** Offsets of a key and its value in the file. For a list item, which has no key, both are those of the item. */
interface Place {
  readonly key: number;
  readonly value: number;
  readonly isNull: boolean;
}

/** The places of the root and of each step of `path`, as far as they exist. */
function findPlaces(document: Document.Parsed, path: Path): Place[] {
  const root: Node | null = document.contents;
  if (root === null) return [];
  const places = [toPlace(root, root, document)];
  let node: Node | undefined = root;
  for (const step of path) {
    const parent = resolve(node, document);
    const pair = isMap(parent) ? findPair(parent, String(step), document) : undefined;
    const item = isSeq(parent) ? (parent.items[Number(step)] as Node | undefined) : pair?.value;
    const key: Node | undefined = pair?.key ?? item;
    if (key === undefined) break;
    places.push(toPlace(key, item, document));
    node = item;
  }
  return places;
}

function toPlace(key: Node, value: Node | undefined, document: Document.Parsed): Place {
  const target = resolve(value, document);
  const isNull = target === undefined || (isScalar(target) && target.value === null);
  const start = key.range![0];
  return { key: start, value: isScalar(target) && !isNull ? value!.range![0] : start, isNull };
}

interface NodePair {
  readonly key: Node;
  readonly value: Node | undefined;
}

/** The pair of that name: the map's own, else that of the first merged map that has one. */
function findPair(map: YAMLMap, name: string, document: Document.Parsed): NodePair | undefined {
  const merged: Node[] = [];
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    if (isMergeKey(key)) merged.push(...listOf(resolve(value ?? undefined, document)));
    else if (keyName(resolve(key, document)) === name) return { key, value: value ?? undefined };
  }
  for (const node of merged) {
    const source = resolve(node, document);
    const pair = isMap(source) ? findPair(source, name, document) : undefined;
    if (pair !== undefined) return pair;
  }
  return undefined;
}

function listOf(node: Node | undefined): Node[] {
  if (node === undefined) return [];
  return isSeq(node) ? (node.items as Node[]) : [node];
}

function resolve(node: Node | undefined, document: Document.Parsed): Node | undefined {
  return isAlias(node) ? node.resolve(document) : node;
}
