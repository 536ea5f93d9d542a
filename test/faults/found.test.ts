/** What fuzzing has found stays mended: every input in `test/fixtures/found` is tried again. */
import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createChance } from '../../src/rules/chance.js';
import { fixture } from '../support/fixtures.js';
import { fuzz, problemOf } from './fuzz/fuzzer.js';
import { FUZZERS } from './fuzz/fuzzers.js';
import { KNOWN } from './known.js';

describe('what fuzzing found', () => {
  for (const fuzzer of FUZZERS) {
    const folder = fixture(`found/${fuzzer.folder}`);
    const files = existsSync(folder) ? readdirSync(folder) : [];
    for (const file of files) {
      const holds = KNOWN.has(fuzzer.name) ? it.skip : it;
      holds(`is taken or refused in a sentence: ${fuzzer.name}, ${file}`, async () => {
        expect(await problemOf(fuzzer, readFileSync(`${folder}/${file}`, 'utf8'))).to.equal(undefined);
      });
    }
  }
});

describe('a fuzzer', () => {
  const fuzzer = {
    name: 'numbers',
    what: 'numbers',
    folder: 'numbers',
    seeds: () => Promise.resolve(['[1]']),
    mutate: (input: string) => `${input}!`,
  };

  it('reports an input that breaks the product, and stops after five', async () => {
    const { tried, findings } = await fuzz({ ...fuzzer, check: tear }, createChance(1), 100, 0);
    expect({ tried, count: findings.length }).to.deep.equal({ tried: 5, count: 5 });
    expect(findings[0]!.problem).to.match(/^Error: torn/);
  });

  it('tries the same inputs again with the same seed', async () => {
    const inputs: string[] = [];
    const check = (input: string) => void inputs.push(input);
    for (const seed of [7, 7]) await fuzz({ ...fuzzer, check }, createChance(seed), 10, 0);
    expect(inputs.slice(0, 10)).to.deep.equal(inputs.slice(10));
  });
});

function tear(): never {
  throw new Error('torn');
}
