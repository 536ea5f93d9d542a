/** The JSON schema of the configuration for editors, made from the one that checks it. */
import { FileKeys } from '../../src/config/schema.js';

interface Key {
  readonly [keyword: string]: unknown;
}

/** A string that stands for an environment variable. */
const VARIABLE = { type: 'string', pattern: '^\\$[A-Za-z_]\\w*$' };
/** What sizes and times look like to an editor; the host itself knows their bounds as well. */
const PATTERNS = {
  size: '^\\d+(\\.\\d+)? ?([kmgtKMGT]?[bB])?$',
  duration: '^\\d+(\\.\\d+)? ?(ms|s|m|h|d)?$',
} as const;

/** The text of `config/snakes.schema.json`. */
export function createConfigSchema(): string {
  const schema = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Serpentarium',
    ...toPlain({ ...FileKeys }),
  };
  return JSON.stringify(schema, undefined, 2);
}

/** Without our own keywords; every value that is not a list or an object may be a variable. */
function toPlain(key: Key): Key {
  const { expects: _, secret: __, description, default: fallback, size, duration, ...rest } = key;
  const kept = {
    ...(description !== undefined && { description }),
    ...(fallback !== undefined && { default: fallback }),
  };
  if (size !== undefined) return { ...kept, ...rest, pattern: orVariable(PATTERNS.size) };
  if (duration !== undefined) return { ...kept, ...rest, pattern: orVariable(PATTERNS.duration) };
  const { properties, items, ...plain } = rest;
  if (properties !== undefined) {
    const children = Object.entries(properties as Readonly<Record<string, Key>>);
    const nested = Object.fromEntries(children.map(([name, child]) => [name, toPlain(child)]));
    const isOptional = [plain['type']].flat().includes('string');
    const required = ((plain['required'] ?? []) as string[]).filter((name) => !('default' in nested[name]!));
    return { ...kept, ...plain, required, ...(isOptional && { pattern: orVariable('^off$') }), properties: nested };
  }
  if (items !== undefined) {
    const list = { ...plain, items: toPlain(items as Key) };
    return [plain['type']].flat().length === 1 ? { ...kept, ...list } : { ...kept, anyOf: [list, VARIABLE] };
  }
  if (plain['type'] === 'object' || (plain['type'] === 'string' && plain['pattern'] === undefined))
    return { ...kept, ...plain };
  return { ...kept, anyOf: [plain, VARIABLE] };
}

function orVariable(pattern: string): string {
  return `${pattern}|${VARIABLE.pattern}`;
}
