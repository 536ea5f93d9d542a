import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { verifyTurns } from './verify-turns.js';
import { fixture } from '../support/fixtures.js';

describe('verifyTurns', () => {
  let lines: string[] = [];
  before(async () => {
    lines = (await readFile(fixture('conformance/turns.jsonl'), 'utf8')).split('\n');
  });

  it('agrees with every recorded turn', async () => {
    const { agreements, badLines, isConform } = await verifyTurns(lines);
    expect(isConform).to.equal(true);
    expect(badLines).to.deep.equal([]);
    expect(agreements.reduce((sum, { agreed }) => sum + agreed, 0)).to.equal(1260);
  });

  it('reports the first difference of a ruleset, and lines that are not turns, with their line numbers', async () => {
    const wrong = lines[0]!.replace('"health":83', '"health":84');
    const { agreements, badLines, isConform } = await verifyTurns([lines[0]!, wrong, '', '{', wrong]);
    expect(isConform).to.equal(false);
    expect(agreements).to.deep.equal([
      {
        ruleset: 'standard',
        agreed: 1,
        turns: 3,
        firstDifference: { line: 2, remark: 'snakes[1].health is 83, recorded as 84' },
      },
    ]);
    expect(badLines.map(({ line }) => line)).to.deep.equal([4]);
  });

  it('does not call an empty file conform', async () => {
    expect((await verifyTurns([''])).isConform).to.equal(false);
  });
});
