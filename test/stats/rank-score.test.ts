import { expect } from 'chai';
import { rankScore, ranksOf } from '../../src/stats/rank-score.js';

describe('ranksOf', () => {
  it('ranks the snakes by how long they lasted', () => {
    expect(ranksOf([9, 3, Infinity, 5])).to.deep.equal([2, 4, 1, 3]);
  });

  it('gives equal snakes the mean of their ranks', () => {
    expect(ranksOf([9, 3, Infinity, 9])).to.deep.equal([2.5, 4, 1, 2.5]);
    expect(ranksOf([Infinity, Infinity])).to.deep.equal([1.5, 1.5]);
  });
});

describe('rankScore', () => {
  it('descends in even steps from 1 for the first to 0 for the last', () => {
    expect([1, 2, 3, 4, 5].map((rank) => rankScore(5, rank))).to.deep.equal([1, 0.75, 0.5, 0.25, 0]);
  });

  it('has no score for a snake that played alone or whose rank is unknown', () => {
    expect(rankScore(1, 1)).to.equal(undefined);
    expect(rankScore(4, null)).to.equal(undefined);
  });
});
