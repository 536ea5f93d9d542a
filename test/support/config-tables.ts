/** Fills the tables of `docs/reference/configuration.md` from the schema that checks the file. */
import { readFileSync } from 'node:fs';
import { FileKeys } from '../../src/config/schema.js';
import { inRepository } from './fixtures.js';

const PAGE = 'docs/reference/configuration.md';

interface Key {
  readonly properties?: Record<string, Key>;
  readonly items?: Key;
  readonly required?: readonly string[];
  readonly default?: string | number | boolean | object;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly size?: Bounds;
  readonly duration?: Bounds;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Bounds {
  readonly minimum: string;
  readonly maximum: string;
}

/** The page with the table below each heading that names a top-level key, and below "Top level", generated again. */
export function createConfigPage(): string {
  const { properties } = FileKeys as unknown as Key;
  const tables = Object.entries(properties!).map(([name, key]) => [`\`${name}\``, rowsOf(name, key)] as const);
  const top = rowsOfProperties(FileKeys as unknown as Key, '', false);
  return [['Top level', top] as const, ...tables].reduce(
    (page, [heading, rows]) => (rows.length === 0 ? page : fill(page, heading, rows)),
    readFileSync(inRepository(PAGE), 'utf8'),
  );
}

function fill(page: string, heading: string, rows: readonly string[]): string {
  const place = new RegExp(`(?<=^## ${heading}\\n\\n)(?:\\|.*\\n)+`, 'm');
  if (!place.test(page)) throw new Error(`${PAGE}: there is no table below "${heading}".`);
  const table = ['| key | default | values | meaning |', '| --- | --- | --- | --- |', ...rows, ''].join('\n');
  return page.replace(place, () => table);
}

function rowsOf(name: string, key: Key): string[] {
  return key.items === undefined ? rowsOfProperties(key, `${name}.`) : rowsOfProperties(key.items, `${name}[].`);
}

/** A row for each property, and for those below it. */
function rowsOfProperties(parent: Key, prefix: string, isDeep = true): string[] {
  return Object.entries(parent.properties ?? {}).flatMap(([name, key]) => {
    const isRequired = parent.required?.includes(name) === true && !('default' in key);
    const row = `| \`${prefix}${name}\` | ${isRequired ? 'required' : defaultOf(key)} | ${valuesOf(key)} | ${key.description ?? ''} |`;
    return isDeep ? [row, ...rowsOf(`${prefix}${name}`, key)] : [row];
  });
}

/** Nothing for an object: its keys have their own defaults. */
function defaultOf(key: Key): string {
  const fallback = key.default;
  if (Array.isArray(fallback)) return fallback.length === 0 ? 'none' : 'all';
  return fallback === undefined || typeof fallback === 'object' ? '' : `\`${fallback}\``;
}

function valuesOf(key: Key): string {
  const choices = key.enum ?? key.items?.enum;
  if (choices !== undefined) return choices.map((choice) => `\`${choice}\``).join(', ');
  const { minimum, maximum } = key.size ?? key.duration ?? key;
  return minimum === undefined ? '' : `${minimum} to ${maximum}`;
}
