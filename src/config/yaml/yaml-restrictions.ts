/** What YAML allows and a configuration does not. Called by `yaml-tree.ts`. */
import { isAlias, isMap, isScalar, isSeq, Scalar, visit, type Alias, type Document, type Node, type Pair } from 'yaml';

const PLAIN_TAGS = /^tag:yaml\.org,2002:(str|int|float|bool|null|map|seq)$/;

/** How faults are reported. Offsets are those of `text`. */
export interface Reporting {
  readonly text: string;
  readonly report: (offset: number, message: string) => void;
  readonly lineOf: (offset: number) => number;
}

/** What has been seen of a document so far. */
interface VisitState extends Reporting {
  /** The last node with each anchor. */
  readonly anchors: Map<string, Node>;
  /** For each map the offsets of its keys, by name. */
  readonly keys: WeakMap<object, Map<string, number>>;
}

type Ancestors = readonly (Document | Node | Pair)[];

/**
 * Reports everything in `document` that a configuration cannot hold, and takes it out: nulls replace wrong values,
 * pairs with wrong keys disappear.
 */
export function removeUnsupported(document: Document.Parsed, reporting: Reporting): void {
  const state: VisitState = { ...reporting, anchors: new Map(), keys: new WeakMap() };
  visit(document, {
    Alias: (_, alias, ancestors) => (findTarget(alias, ancestors, state) ? undefined : toNull(alias)),
    Pair(_, pair, ancestors) {
      const isRight = isMergeKey(pair.key) ? checkMerge(pair, ancestors, state) : checkKey(pair, ancestors, state);
      return isRight ? undefined : visit.REMOVE;
    },
    Value(_, node) {
      if (node.anchor !== undefined) state.anchors.set(node.anchor, node);
      const problem = findProblem(node);
      if (problem === undefined) return undefined;
      state.report(node.range![0], problem);
      return toNull(node);
    },
  });
}

/** The name of a key, if it has one; the number `1` and the string `'1'` are the same name. */
export function keyName(key: unknown): string | undefined {
  return isScalar(key) && key.source !== '' ? String(key.value) : undefined;
}

/** Whether the key is `<<`, without quotes. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === 'PLAIN' && key.source === '<<';
}

/** The same place, empty. Keeps the anchor: aliases of it are not wrong. */
function toNull(node: Node): Scalar {
  const empty = new Scalar(null);
  empty.range = node.range ?? null;
  if (!isAlias(node) && node.anchor !== undefined) empty.anchor = node.anchor;
  return empty;
}

function findProblem(node: Node): string | undefined {
  if (node.tag !== undefined && !PLAIN_TAGS.test(node.tag)) {
    return `tag "${node.tag.replace('tag:yaml.org,2002:', '!!')}" is not supported. Remove it.`;
  }
  if (!isScalar(node) || typeof node.value !== 'number' || Number.isFinite(node.value)) return undefined;
  return `"${node.source}" is not a string, boolean or finite number. Did you forget the quotes?`;
}

/**
 * The node that an alias names: the last one above it with that anchor. Reports an alias that names nothing, or a value
 * that it is part of.
 */
function findTarget(alias: Alias, ancestors: Ancestors, { anchors, report }: VisitState): Node | undefined {
  const target = anchors.get(alias.source);
  const offset = alias.range![0];
  if (target === undefined) {
    report(offset, `alias "*${alias.source}" names nothing. Is "&${alias.source}" further down?`);
  } else if (ancestors.includes(target)) {
    report(offset, `alias "*${alias.source}" is inside the value that it names.`);
    return undefined;
  }
  return target;
}

/** Reports a wrong or repeated key. Returns whether the pair can stay. */
function checkKey(pair: Pair, ancestors: Ancestors, state: VisitState): boolean {
  const { keys, report, lineOf, text } = state;
  const written = pair.key as Node;
  const offset = written.range![0];
  const key = isAlias(written) ? findTarget(written, ancestors, state) : written;
  if (key === undefined) return false;
  const name = keyName(key);
  if (name === undefined) {
    report(offset, `a key is ${isScalar(key) ? 'empty' : 'not a string'}. Is a quote, or a "-", in the wrong place?`);
    return false;
  }
  if (name === '__proto__') {
    report(offset, 'key "__proto__" is not allowed.');
    return false;
  }
  const map = ancestors.at(-1)!;
  const offsets = keys.get(map) ?? new Map<string, number>();
  keys.set(map, offsets);
  const first = offsets.get(name);
  if (first === undefined) offsets.set(name, offset);
  else report(offset, `"${name}" is written twice. The first is on line ${lineOf(first)}.`);
  if (isNull(pair.value)) reportCommentedColor(name, written, text, report);
  return true;
}

/** Reports a merge key whose value is not an object, or a list of objects. Returns whether the pair can stay. */
function checkMerge({ key, value }: Pair, ancestors: Ancestors, state: VisitState): boolean {
  const toTarget = (node: unknown) => (isAlias(node) ? findTarget(node, ancestors, state) : node);
  const whole = toTarget(value);
  if (whole === undefined) return false;
  const sources = (isSeq(whole) ? whole.items : [whole]).map(toTarget);
  if (sources.includes(undefined)) return false;
  if (sources.every(isMap)) return true;
  state.report((key as Node).range![0], 'merge key "<<" needs an object. Write an alias such as "*base".');
  return false;
}

function isNull(node: unknown): boolean {
  return node === null || (isScalar(node) && node.value === null);
}

/** `color: #ff0000` without quotes is an empty value and a comment. */
function reportCommentedColor(name: string, key: Node, text: string, report: Reporting['report']): void {
  const [start, end] = key.range!;
  const color = /^[ \t]*:[ \t]+(#[0-9a-f]{6})\b/i.exec(text.slice(end, end + 80))?.[1];
  if (color === undefined) return;
  report(start, `"${name}" is empty: "${color}" begins a comment. Did you forget the quotes?`);
}
