import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { conform } from '../../src/commands/conform-turns.js';
import { fixture } from '../support/fixtures.js';

describe('conform', () => {
  let lines: string[] = [];
  before(async () => {
    lines = (await readFile(fixture('conformance/turns.jsonl'), 'utf8')).split('\n');
  });

  it('agrees with every recorded turn', async () => {
    const { agreements, bad, isConform } = await conform(lines);
    expect(isConform).to.equal(true);
    expect(bad).to.deep.equal([]);
    expect(agreements.reduce((sum, { agreed }) => sum + agreed, 0)).to.equal(1260);
  });

  it('tells the first difference of a ruleset, and lines that are none, by their numbers', async () => {
    const wrong = lines[0]!.replace('"health":83', '"health":84');
    const { agreements, bad, isConform } = await conform([lines[0]!, wrong, '', '{', wrong]);
    expect(isConform).to.equal(false);
    expect(agreements).to.deep.equal([
      {
        ruleset: 'standard',
        agreed: 1,
        lines: 3,
        first: { line: 2, remark: 'snakes[1].health is 83, recorded as 84' },
      },
    ]);
    expect(bad.map(({ line }) => line)).to.deep.equal([4]);
  });

  it('does not call an empty file conform', async () => {
    expect((await conform([''])).isConform).to.equal(false);
  });
});
