import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { parseDocument } from 'yaml';
import type { TSchema } from '../../src/wire/type.js';
import { FileKeys, listKeys } from '../../src/config/schema.js';
import { readConfig } from '../../src/config/read-config.js';
import { parseYaml } from '../../src/config/yaml-tree.js';
import type { Path } from '../../src/errors/json-pointer.js';
import { isRecord } from '../../src/errors/kind-of.js';
import { useConfigFolder } from '../support/config-folder.js';

const text = readFileSync('config/reference.yaml', 'utf8');
/** The file with its commented keys uncommented: `    # name: greedy` becomes `    name: greedy`. */
const everything = text.replaceAll(/^( +)# ((?:- )? *\w+:)/gm, '$1$2');

/** The keys of a value, as {@link listKeys} writes them. */
function keysOf(value: unknown, parent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => keysOf(item, `${parent}[]`));
  if (typeof value !== 'object' || value === null || parent === 'snakes[].options') return [];
  const paths: string[] = [];
  for (const [key, child] of Object.entries(value)) {
    const path = parent === '' ? key : `${parent}.${key}`;
    paths.push(path, ...keysOf(child, path));
  }
  return paths;
}

describe('the shipped file', () => {
  it('is read without a fault or a warning, with what the operator has made of it', () => {
    expect(readConfig('config/snakes.yaml', process.env, 'home').warnings).to.deep.equal([]);
  });
});

describe('the reference', () => {
  const folder = useConfigFolder();

  it('is read without a fault or a warning', () => {
    expect(folder.read(text).warnings).to.deep.equal([]);
  });

  it('shows every key of the schema', () => {
    expect([...new Set(keysOf(parseDocument(everything).toJS()))].sort()).to.deep.equal(listKeys().sort());
  });

  it('is read with every key uncommented', () => {
    const env = {
      ADMIN_TOKEN: 'x',
      JOURNAL_URL: 'postgres://me@db/games',
      GREEDY_KEY: 'long-enough',
      LADDER_KEY: 'long-enough',
      PATH: process.env['PATH'],
    };
    expect(folder.faults(everything, { ...env, ALERT_URL: 'https://chat.example/hook' })).to.deep.equal([]);
  });

  it('shows the default of every key that has one, and marks the examples of the others', () => {
    const tree = parseYaml('reference.yaml', everything);
    const lines = everything.split('\n');
    const wrong = leavesOf(tree.value, FileKeys as TSchema as Keys).filter(({ path, value, key }) => {
      const isExample = lines[tree.locate(path, 'key').line - 1]!.includes('# e.g.: ');
      return key.default === undefined ? !isExample : isExample || !isDeepStrictEqual(value, key.default);
    });
    expect(wrong.map(({ path }) => path.join('.'))).to.deep.equal([]);
  });

  it('has its comments in one column', () => {
    const columns = text
      .split('\n')
      .map((line) => /^( *(?:# +)?[\w-].*?: .*? {2,})# /.exec(line)?.[1]!.length ?? 38)
      .filter((column) => column !== 38);
    expect(columns).to.deep.equal([]);
  });
});

/** The parts of a schema that this test reads. */
interface Keys {
  readonly properties?: Readonly<Record<string, Keys>>;
  readonly items?: Keys;
  readonly default?: unknown;
}

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
  readonly key: Keys;
}

/** Every leaf key with its value; of the snakes only the first, which shows all keys. */
function leavesOf(value: unknown, key: Keys, path: Path = []): Leaf[] {
  if (key.items?.properties !== undefined) return leavesOf((value as unknown[])[0], key.items, [...path, 0]);
  if (key.properties === undefined || !isRecord(value)) return [{ path, value, key }];
  const { properties } = key;
  return Object.entries(value).flatMap(([name, child]) => leavesOf(child, properties[name]!, [...path, name]));
}
