/**
 * What anybody may write by hand is taken or refused in a sentence. What breaks something is written to a file for
 * `test/fixtures/found`, whose inputs are tried again each time. `SERPENTARIUM_FAULT_SEED` makes other inputs.
 */
import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runsOf } from '../support/budget.js';
import { fixture } from '../support/fixtures.js';
import { fuzz, problemOf } from './fuzzer.js';
import { FUZZERS } from './fuzzers.js';

const SEED = process.env['SERPENTARIUM_FAULT_SEED'] ?? 'serpentarium';
const INPUTS = runsOf(100);

for (const fuzzer of FUZZERS) {
  const { name, what } = fuzzer;

  describe(`fuzzed ${what}`, () => {
    it(`are taken or refused in a sentence: ${name}, ${INPUTS} inputs`, async () => {
      const found = await fuzz(fuzzer, SEED, INPUTS);
      if (found === undefined) return;
      const file = join(tmpdir(), `found-${name}`);
      writeFileSync(file, found.input);
      expect.fail(`${file}: ${found.problem}`);
    });

    const folder = fixture(`found/${name}`);
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      it(`stay taken or refused in a sentence: ${name}, ${file}`, async () => {
        expect(await problemOf(fuzzer, readFileSync(`${folder}/${file}`, 'utf8'))).to.equal(undefined);
      });
    }
  });
}

describe('a fuzzer', () => {
  it('finds an input that breaks the product, and the same one again with the same seed', async () => {
    const tried: string[] = [];
    const check = (input: string) => {
      tried.push(input);
      if (input.endsWith('!!!')) throw new Error('torn');
    };
    const fuzzer = {
      name: 'numbers',
      what: 'numbers',
      seeds: () => Promise.resolve(['[1]']),
      mutate: (input: string) => `${input}!`,
      check,
    };
    const found = await fuzz(fuzzer, 'seed', 100);
    expect(found!.problem).to.match(/^Error: torn/);
    const first = tried.splice(0);
    expect(await fuzz(fuzzer, 'seed', 100)).to.deep.include({ input: found!.input });
    expect(tried).to.deep.equal(first);
  });
});
