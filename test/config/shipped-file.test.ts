import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { parseDocument } from 'yaml';
import { FileKeys, listKeys } from '../../src/config/schema.js';
import { isRecord } from '../../src/kind-of.js';
import { useConfigFolder } from '../support/config-folder.js';

/** The tests look at this copy: `config/snakes.yaml` is the operator's, who has snakes of their own in it. */
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
  const folder = useConfigFolder();
  beforeEach(() => {
    for (const name of ['surveyor', 'hunter', 'champion']) folder.write(`strategies/${name}.ts`);
  });

  it('is read without a fault or a warning', () => {
    const { config, warnings } = folder.read(text);
    expect(warnings).to.deep.equal([]);
    expect(config.snakes.map(({ prefix, strategy, isolation }) => [prefix, strategy, isolation])).to.deep.equal([
      ['/greedy', 'greedy', 'process'],
      ['/greedy-b', 'greedy', 'process'],
      ['/cautious', 'cautious', 'process'],
      ['/surveyor', 'surveyor', 'process'],
      ['/hunter', 'hunter', 'process'],
      ['/champion', 'champion', 'process'],
      ['/random', 'random', 'process'],
      ['/constant', 'constant', 'inline'],
    ]);
    expect(config.snakes[1]!.options).to.deep.equal({ hungerBelow: 60 });
  });

  it('shows every key of the schema', () => {
    expect([...new Set(keysOf(parseDocument(everything).toJS()))].sort()).to.deep.equal(listKeys().sort());
  });

  it('is read with every key uncommented', () => {
    expect(folder.faults(everything)).to.deep.equal([]);
  });

  it('shows the defaults', () => {
    const shown: Shown = parseDocument(everything).toJS();
    expectDefaults('server', shown.server, FileKeys.properties.server);
    expect(shown.strategies).to.equal('../strategies');
    expectDefaults('snakes[0]', shown.snakes[0], FileKeys.properties.snakes.items);
    expectDefaults('journal', shown.journal, FileKeys.properties.journal);
    expectDefaults('alerts[0]', shown.alerts[0], FileKeys.properties.alerts.items);
  });

  it('has its comments in one column', () => {
    const columns = text
      .split('\n')
      .map((line) => /^( *(?:# +)?[\w-].*?: .*? {2,})# /.exec(line)?.[1]!.length ?? 38)
      .filter((column) => column !== 38);
    expect(columns).to.deep.equal([]);
  });
});

/** The file as written, without defaults filled in. */
interface Shown {
  readonly server: unknown;
  readonly strategies: string;
  readonly snakes: readonly unknown[];
  readonly journal: unknown;
  readonly alerts: readonly unknown[];
}

/** The parts of a schema that this test reads. */
interface Keys {
  readonly properties?: Readonly<Record<string, TSchema>>;
  readonly default?: unknown;
}

/** Expects every value to be the default of its key, if the key has one. */
function expectDefaults(key: string, shown: unknown, schema: TSchema): void {
  const { properties, default: fallback } = schema as Keys;
  if (isRecord(shown) && properties !== undefined) {
    for (const [name, value] of Object.entries(shown)) expectDefaults(`${key}.${name}`, value, properties[name]!);
  } else if (fallback !== undefined) {
    expect(shown, key).to.deep.equal(fallback);
  }
}
