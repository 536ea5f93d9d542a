/** Reads a YAML file into plain values, and finds the place of each value in the file. Called by `read-config.ts`. */
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  parseDocument,
  visit,
  type Document,
  type ErrorCode,
  type Node,
  type YAMLMap,
} from 'yaml';
import { messageOf, type Fault } from '../errors/errors.js';
import type { Path } from '../errors/json-pointer.js';
import { isRecord } from '../errors/kind-of.js';

/** More than enough for a handwritten file; nested aliases exceed it. */
const MAX_ALIASES = 10_000;

export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A parsed YAML file. With faults, `value` lacks the faulty parts. */
export interface YamlTree {
  /** Objects, lists, strings, numbers and booleans; null only in lists. A key that holds null has `undefined`. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /**
   * The place of the value at `path`, or of its key. If it is not written, the place of its nearest ancestor.
   *
   * An object, a list and an empty value are located at their key, because a block begins on the line below.
   */
  locate(path: Path, part?: 'key' | 'value'): TextPosition;
  /** Whether a value other than null is written at `path`. */
  has(path: Path): boolean;
}

/** Parses `text`; `file` becomes the source of every fault. */
export function parseYaml(file: string, text: string): YamlTree {
  const faults: Fault[] = [];
  const lines = new LineCounter();
  const options = {
    lineCounter: lines,
    merge: true,
    prettyErrors: false,
    resolveKnownTags: false,
    uniqueKeys: false,
  } as const;
  const document = parseDocument(text, { ...options, logLevel: 'error' });
  const positionOf = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const report = (offset: number, message: string) =>
    void faults.push({ source: file, ...positionOf(offset), message });
  reportCommentedColors(document, text, report);
  const isReadable = reportErrors(document, text, faults.length > 0 ? () => undefined : report);
  let value: unknown;
  try {
    if (isReadable) value = withoutNulls(document.toJS({ maxAliasCount: MAX_ALIASES }));
  } catch (thrown) {
    // For a wrong alias or merge key, the library reports no place.
    faults.push({ source: file, message: `is not valid YAML: ${messageOf(thrown)}.` });
  }
  const find = (path: Path) => findPlaces(document, path);
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

type ReportAt = (offset: number, message: string) => void;

/** The likely cause of a fault, which the library's sentence lacks. */
const LIKELY_CAUSES: { readonly [Code in ErrorCode]?: string } = {
  BAD_INDENT: 'Is the line indented by the same number of spaces as those around it, and each bracket closed?',
  BAD_SCALAR_START: 'Did you forget the quotes?',
  BLOCK_AS_IMPLICIT_KEY: 'Is there a second ":" in the line, a "-" without its space, or a line indented too far?',
  BLOCK_IN_FLOW: 'Did you forget a comma?',
  MISSING_CHAR: 'Did you forget a colon, a bracket or a quote?',
  MULTILINE_IMPLICIT_KEY: 'Did you forget the colon, or the space behind it?',
  MULTIPLE_DOCS: 'Did you mean to leave out the "---"?',
  TAG_RESOLVE_FAILED: 'Did you forget the quotes?',
};
const LOOK = 'Is the line aligned with those around it, and is each quote and bracket closed?';

/**
 * Reports every duplicate key, and otherwise only the first error, which may cause the others. Returns whether the
 * document can be used: with duplicate keys, the value is ambiguous.
 */
function reportErrors(document: Document.Parsed, text: string, report: ReportAt): boolean {
  const { errors, warnings } = document;
  const isUnique = !reportTwice(document, report);
  const [first] = [...errors, ...warnings].sort((a, b) => a.pos[0] - b.pos[0]);
  if (first === undefined) return !reportOddKeys(document, report) && isUnique;
  const { code, message, pos } = first;
  // The quoted text of some messages may be a password.
  const sentence = message.replace(/: .*/s, '').replace(/\.$/, '');
  // The library locates a misaligned line at the end of the one above.
  const gap = code === 'BAD_INDENT' ? /^(\s|#.*\n)*/.exec(text.slice(pos[0]))![0].length : 0;
  report(pos[0] + gap, `not valid YAML: ${sentence}. ${LIKELY_CAUSES[code] ?? LOOK}`);
  return false;
}

/** Reports every key that is an object or a list, which YAML allows. Returns whether there is one. */
function reportOddKeys(document: Document.Parsed, report: ReportAt): boolean {
  let isOdd = false;
  visit(document, {
    Pair(_, { key }) {
      const word = resolve(key as Node, document);
      if (!isMap(word) && !isSeq(word)) return;
      isOdd = true;
      report((key as Node).range![0], 'this is not a key. Did you forget the key in front of it?');
    },
  });
  return isOdd;
}

/** Reports every duplicate key. The library compares each key with all others. */
function reportTwice(document: Document.Parsed, report: ReportAt): boolean {
  let isTwice = false;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key) || key.source === '<<') continue;
        const name = String(key.value);
        if (seen.has(name)) report(key.range![0], `"${name}" is written twice. Remove one of them.`);
        isTwice ||= seen.has(name);
        seen.add(name);
      }
    },
  });
  return isTwice;
}

/** `color: #ff0000` without quotes is an empty value and a comment: YAML does not complain. */
function reportCommentedColors(document: Document.Parsed, text: string, report: ReportAt): void {
  visit(document, {
    Pair(_, { key, value }) {
      if (!isScalar(key) || (value !== null && !(isScalar(value) && value.value === null))) return;
      const [start, end] = key.range!;
      const color = /^[ \t]*:[ \t]+(#[0-9a-f]{6})\b/i.exec(text.slice(end, end + 80))?.[1];
      if (color === undefined) return;
      report(start, `"${String(key.value)}" is empty: "${color}" begins a comment. Did you forget the quotes?`);
    },
  });
}

/** Copies a value, so that two uses of an anchor share no object. The null of a key counts as not written. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutNulls(item) ?? null);
  if (!isRecord(value)) return value ?? undefined;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutNulls(item)]));
}

/** Offsets of a key and its value in the file. A list item has no key: both are the item's. */
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
  const start = key.range?.[0] ?? 0;
  return { key: start, value: isScalar(target) && !isNull ? value!.range![0] : start, isNull };
}

interface NodePair {
  readonly key: Node;
  readonly value: Node | undefined;
}

/** The pair with a name: the map's own, else the first one in a merged map. */
function findPair(map: YAMLMap, name: string, document: Document.Parsed): NodePair | undefined {
  const merged: Node[] = [];
  for (const { key, value } of map.items as { key: Node; value: Node | null }[]) {
    const word = resolve(key, document);
    if (isScalar(key) && key.source === '<<') merged.push(...listOf(resolve(value ?? undefined, document)));
    else if (isScalar(word) && String(word.value) === name) return { key, value: value ?? undefined };
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
