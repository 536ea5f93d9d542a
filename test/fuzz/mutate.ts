/** Changes inputs at random: JSON by its structure, any text by its lines and characters. */
import type { Chance } from '../../src/rules/chance.js';
import { isRecord } from '../../src/errors/kind-of.js';

/** Values that programs forget about. */
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  101,
  2 ** 31,
  2 ** 53,
  1e308,
  -1e308,
  '',
  '0',
  'up',
  '__proto__',
  'constructor',
  '\u0000',
  '\u001b[2J\u009b31m',
  '\u202eabc',
  '\ud800',
  'a'.repeat(5000),
  [],
  {},
  [[]],
  [null],
  { x: 1, y: 1 },
  { x: -5, y: 1e9 },
  { toString: 1, valueOf: null },
];

const ODD_KEYS = ['', '__proto__', 'constructor', 'toString', 'length', '0', 'id', 'more'] as const;

const ODD_TEXTS = [
  '\u0000',
  '\n',
  '\r',
  '\t',
  ' ',
  '\ufeff',
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  ',',
  '- ',
  '# ',
  '&a ',
  '*a',
  '<<: ',
  '!!binary ',
  '|\n',
  '? ',
  '%YAML 9\n',
  '---\n',
  '\u001b[31m',
  '\u2028',
  '\ud83d',
  '1e999',
  '-0',
  '0x10',
  'null',
  '~',
  '9'.repeat(400),
] as const;

/** Replaces, removes, repeats or swaps a value somewhere in a JSON text; a text that is no JSON is mutated as text. */
export function mutateJson(text: string, chance: Chance): string {
  if (chance.below(8) === 0) return mutateText(text, chance);
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch {
    return mutateText(text, chance);
  }
  const places = placesOf(root);
  const place = places[chance.below(places.length)];
  if (place === undefined) return JSON.stringify(oddValue(chance));
  const { parent, key } = place;
  const other = places[chance.below(places.length)]!;
  switch (chance.below(6)) {
    case 0:
      if (Array.isArray(parent)) parent.splice(Number(key), 1);
      else Reflect.deleteProperty(parent, key);
      break;
    case 1:
      parent[key] = structuredClone(other.parent[other.key]);
      break;
    case 2:
      if (Array.isArray(parent)) parent.push(...parent.slice(0, 50));
      else parent[ODD_KEYS[chance.below(ODD_KEYS.length)]!] = parent[key];
      break;
    case 3:
      parent[key] = nest(parent[key], 1 + chance.below(200));
      break;
    default:
      parent[key] = oddValue(chance);
  }
  return JSON.stringify(root);
}

/** The same for one line of a text of JSON lines. */
export function mutateJsonLines(text: string, chance: Chance): string {
  const lines = text.split('\n');
  const index = chance.below(lines.length);
  switch (chance.below(8)) {
    case 0:
      lines.splice(index, 1);
      break;
    case 1:
      lines.splice(index, 0, lines[chance.below(lines.length)]!);
      break;
    case 2:
      lines.length = index;
      break;
    default:
      lines[index] = mutateJson(lines[index]!, chance);
  }
  return lines.join('\n');
}

/** Cuts, repeats, inserts, swaps lines. */
export function mutateText(text: string, chance: Chance): string {
  const at = chance.below(text.length + 1);
  const end = Math.min(text.length, at + chance.below(20));
  switch (chance.below(6)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at, end).repeat(1 + chance.below(30)) + text.slice(end);
    case 2:
      return text.slice(0, at);
    case 3:
      return swapLines(text, chance);
    default:
      return text.slice(0, at) + ODD_TEXTS[chance.below(ODD_TEXTS.length)]! + text.slice(at);
  }
}

function swapLines(text: string, chance: Chance): string {
  const lines = text.split('\n');
  const [one, two] = [chance.below(lines.length), chance.below(lines.length)];
  [lines[one], lines[two]] = [lines[two]!, lines[one]!];
  return lines.join('\n');
}

interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

function placesOf(value: unknown): Place[] {
  if (!isRecord(value) && !Array.isArray(value)) return [];
  const parent = value as Record<string, unknown>;
  return Object.keys(parent).flatMap((key) => [{ parent, key }, ...placesOf(parent[key])]);
}

function oddValue(chance: Chance): unknown {
  return structuredClone(ODD_VALUES[chance.below(ODD_VALUES.length)]);
}

function nest(value: unknown, depth: number): unknown {
  let nested = value;
  for (let level = 0; level < depth; level++) nested = [nested];
  return nested;
}
