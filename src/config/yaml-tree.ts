/** The text of a YAML file → plain values that remember where they stand. Called by `read-config.ts`. */
import { LineCounter, parseDocument, type ParsedNode } from 'yaml';
import type { Fault } from '../errors.js';
import { formatPointer, type Path } from '../json-pointer.js';
import { tooDeepAt } from './yaml-depth.js';
import { syntaxFaults } from './yaml-syntax.js';
import { toValues, type PlacedValues } from './yaml-values.js';

/** Where something stands in a text; both 1-based. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A file as read. The value is to be trusted only where there are no faults. */
export interface YamlTree {
  /** Objects, lists, texts, finite numbers and booleans; aliases are unfolded. A key that holds null has `undefined`. */
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /**
   * Where the value of `path` stands, or its key; for what is not there, where its nearest ancestor stands.
   *
   * An object, a list and nothing at all stand where their key stands, as a block begins on the line below.
   */
  locate(path: Path, part?: 'key' | 'value'): TextPosition;
  /** Whether anything but null is written at `path`. */
  has(path: Path): boolean;
}

/** Reads a text; `file` is the first word of each fault. Never throws. */
export function parseYaml(file: string, source: string): YamlTree {
  const lines = new LineCounter();
  for (let start = 0; start >= 0; start = source.indexOf('\n', start) + 1 || -1) lines.addNewLine(start);
  const positionOf = (offset: number): TextPosition => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const faults: Fault[] = [];
  const report = (offset: number, message: string) =>
    void faults.push({ source: file, ...positionOf(offset), message });
  const lineOf = (offset: number) => positionOf(offset).line;
  const root = parseNodes(source, report);
  const { value, places }: PlacedValues =
    root === null ? { value: undefined, places: new Map() } : toValues(root, { source, report, lineOf });
  return {
    value,
    faults,
    locate(path, part = 'value') {
      for (let length = path.length; length >= 0; length--) {
        const place = places.get(formatPointer(path.slice(0, length)));
        if (place !== undefined) return positionOf(length === path.length ? place[part] : place.key);
      }
      return { line: 1, column: 1 };
    },
    has(path) {
      const place = places.get(formatPointer(path));
      return place !== undefined && place.isNull !== true;
    },
  };
}

/** The nodes of a text without faults of syntax, or null, with all faults reported. */
function parseNodes(source: string, report: (offset: number, message: string) => void): ParsedNode | null {
  const deep = tooDeepAt(source);
  if (deep !== undefined) {
    report(deep, 'the values are nested too deeply here. Is a bracket or a "-" repeated?');
    return null;
  }
  const document = parseDocument(source, { prettyErrors: false, uniqueKeys: false });
  const faults = syntaxFaults(document, source);
  for (const { offset, message } of faults) report(offset, message);
  return faults.length === 0 ? document.contents : null;
}
