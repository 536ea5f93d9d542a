import { expect } from 'chai';
import { explainRounding, type CompareFlags } from '../../../src/commands/compare/compare.js';

describe('explainRounding', () => {
  it('says nothing of whole pairs, nor of the limit that nobody wrote', () => {
    expect([explain(8, 2), explain(8, 4), explain(undefined, 3)]).to.deep.equal([undefined, undefined, undefined]);
  });

  it('says how many games are played, and why', () => {
    expect(explain(10, 4)).to.equal(
      '--games 10 is rounded up to 16: with 4 snakes, a pair is 8 games: both sides take each of the 4 seats once.',
    );
  });
});

function explain(games: number | undefined, snakes: number): string | undefined {
  return explainRounding({ perGame: snakes, ...(games !== undefined && { games }) } as CompareFlags);
}
