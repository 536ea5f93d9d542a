import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  addPair,
  emptyCounts,
  flip,
  GAME_SCORES,
  merge,
  type PairCounts,
  tally,
  toPentanomial,
} from '../../src/stats/pair-counts.js';

const natural = fc.nat({ max: 1_000_000 });
const anyCounts: fc.Arbitrary<PairCounts> = fc.record({
  ll: natural,
  ld: natural,
  wl: natural,
  dd: natural,
  wd: natural,
  ww: natural,
});
const anyScore = fc.constantFrom(...GAME_SCORES);

describe('pair counts', () => {
  it('puts each of the nine results of a pair where it belongs', () => {
    const outcomes = GAME_SCORES.map((first) =>
      GAME_SCORES.map((second) => {
        const counts = addPair(emptyCounts, first, second);
        return Object.entries(counts).find(([, count]) => count === 1)?.[0];
      }),
    );
    expect(outcomes).to.deep.equal([
      ['ll', 'ld', 'wl'],
      ['ld', 'dd', 'wd'],
      ['wl', 'wd', 'ww'],
    ]);
  });

  it('counts games from pairs', () => {
    const counts: PairCounts = { ll: 1, ld: 2, wl: 3, dd: 4, wd: 5, ww: 6 };
    expect(tally(counts)).to.deep.equal({ pairs: 21, games: 42, wins: 20, draws: 15, losses: 7 });
    expect(toPentanomial(counts)).to.deep.equal([1, 2, 7, 5, 6]);
  });

  it('agrees with the games it was made from', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyScore, anyScore)), (pairs) => {
        const counts = pairs.reduce((sum, [first, second]) => addPair(sum, first, second), emptyCounts);
        const games = pairs.flat();
        expect(tally(counts)).to.deep.equal({
          pairs: pairs.length,
          games: games.length,
          wins: games.filter((score) => score === 1).length,
          draws: games.filter((score) => score === 0.5).length,
          losses: games.filter((score) => score === 0).length,
        });
      }),
    );
  });

  it('merges in any order', () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, anyCounts, (one, two, three) => {
        expect(merge(merge(one, two), three)).to.deep.equal(merge(one, merge(two, three)));
        expect(merge(one, two)).to.deep.equal(merge(two, one));
        expect(merge(one, emptyCounts)).to.deep.equal(one);
      }),
    );
  });

  it('flips twice to itself, and wins become losses', () => {
    fc.assert(
      fc.property(anyCounts, anyCounts, (one, two) => {
        expect(flip(flip(one))).to.deep.equal(one);
        expect(flip(merge(one, two))).to.deep.equal(merge(flip(one), flip(two)));
        expect(tally(flip(one)).wins).to.equal(tally(one).losses);
        expect(toPentanomial(flip(one))).to.deep.equal(toPentanomial(one).toReversed());
      }),
    );
  });
});
