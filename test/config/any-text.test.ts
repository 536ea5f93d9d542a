import { expect } from 'chai';
import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { stringify } from 'yaml';
import { useConfigFolder } from '../support/config-folder.js';
import { runsOf } from '../support/budget.js';

const shipped = readFileSync('config/reference.yaml', 'utf8');
const PIECES = [
  'snakes:',
  'server:',
  'prefix: /a',
  'strategy: greedy',
  'options:',
  'port: 1',
  'admin: off',
  'env: [A]',
];
const SIGNS = [
  '\n',
  ' ',
  '  ',
  '- ',
  ': ',
  ',',
  '{',
  '}',
  '[',
  ']',
  '"',
  "'",
  '&x ',
  '*x',
  '<<: *x',
  '#',
  '|',
  '>',
  '? ',
  '!!map ',
  '~',
  '\t',
  '\0',
  '---\n',
  '%YAML 1.1\n',
  '__proto__: ',
  '1',
  '.nan',
  '@',
];

describe('a configuration file', () => {
  const folder = useConfigFolder();
  /** Reads the text. Fails on any error but a UsageError, and on a fault without a source. */
  const survives = (text: string) => {
    for (const fault of folder.faults(text)) expect(fault).to.match(/^config\/snakes\.yaml(:[1-9]\d*:[1-9]\d*)? \S/);
  };

  it('is read or refused if it holds any text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), survives), { numRuns: runsOf(150) });
  });

  it('is read or refused if it holds pieces of YAML', () => {
    const piece = fc.constantFrom(...PIECES, ...SIGNS, ...SIGNS);
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => survives(pieces.join(''))),
      { numRuns: runsOf(400) },
    );
  });

  it('is read or refused if it is the shipped file with a slip', () => {
    const slip = fc.tuple(fc.nat(shipped.length), fc.nat(12), fc.constantFrom('', ...SIGNS, ...PIECES));
    fc.assert(
      fc.property(slip, ([at, length, text]) => survives(shipped.slice(0, at) + text + shipped.slice(at + length))),
      { numRuns: runsOf(150) },
    );
  });

  it('is read or refused if it holds any value under any known key', () => {
    const value = fc.jsonValue({ maxDepth: 3 });
    const keys = (...names: string[]) => fc.dictionary(fc.constantFrom(...names, 'other'), value);
    const snake = keys('prefix', 'strategy', 'name', 'customization', 'options', 'isolation', 'env', 'processes');
    const file = fc.record(
      {
        server: keys('host', 'port', 'admin', 'maxBody', 'drain', 'grace'),
        strategies: value,
        snakes: fc.array(fc.oneof(snake, value)),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(file, (written) => survives(stringify(written))),
      { numRuns: runsOf(150) },
    );
  });

  it('gives the same configuration for the same text', () => {
    expect(folder.read(shipped).config).to.deep.equal(folder.read(shipped).config);
  });
});
