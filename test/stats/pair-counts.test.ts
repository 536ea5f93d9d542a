import { expect } from 'chai';
import * as fc from 'fast-check';
import { addPair, emptyPairCounts, GAME_SCORES, toPentanomial, type PairCounts } from '../../src/stats/sample.js';

const anyScore = fc.constantFrom(...GAME_SCORES);

describe('pair counts', () => {
  it('sort the nine results of a pair into the six outcomes', () => {
    const outcomes = GAME_SCORES.map((first) =>
      GAME_SCORES.map((second) => {
        const counts = addPair(emptyPairCounts, first, second);
        return Object.entries(counts).find(([, count]) => count === 1)?.[0];
      }),
    );
    expect(outcomes).to.deep.equal([
      ['ll', 'ld', 'wl'],
      ['ld', 'dd', 'wd'],
      ['wl', 'wd', 'ww'],
    ]);
  });

  it('put one win and two draws into the middle category', () => {
    const counts: PairCounts = { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 };
    expect(toPentanomial(counts)).to.deep.equal([1, 2, 7, 5, 6]);
  });

  it('keep the number of pairs and the points of their games', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyScore, anyScore)), (pairs) => {
        const counts = pairs.reduce((sum, [first, second]) => addPair(sum, first, second), emptyPairCounts);
        const pentanomial = toPentanomial(counts);
        const scores: number[] = pairs.flat();
        expect(add(pentanomial)).to.equal(pairs.length);
        expect(add(pentanomial.map((count, index) => (count * index) / 2))).to.equal(add(scores));
        expect(2 * counts.ww + counts.wd + counts.wl).to.equal(scores.filter((score) => score === 1).length);
        expect(2 * counts.dd + counts.wd + counts.ld).to.equal(scores.filter((score) => score === 0.5).length);
      }),
    );
  });
});

function add(numbers: readonly number[]): number {
  return numbers.reduce((sum, value) => sum + value, 0);
}
