import { expect } from 'chai';
import { placementScore, placesOf } from '../../src/stats/placement-score.js';

describe('placesOf', () => {
  it('ranks the snakes by how long they lasted', () => {
    expect(placesOf([9, 3, Infinity, 5])).to.deep.equal([2, 4, 1, 3]);
  });

  it('gives equal snakes the mean of their places', () => {
    expect(placesOf([9, 3, Infinity, 9])).to.deep.equal([2.5, 4, 1, 2.5]);
    expect(placesOf([Infinity, Infinity])).to.deep.equal([1.5, 1.5]);
  });
});

describe('placementScore', () => {
  it('descends in even steps from 1 for the first to 0 for the last', () => {
    expect([1, 2, 3, 4, 5].map((place) => placementScore(5, place))).to.deep.equal([1, 0.75, 0.5, 0.25, 0]);
  });

  it('has no score for a snake that played alone or whose place is unknown', () => {
    expect(placementScore(1, 1)).to.equal(undefined);
    expect(placementScore(4, null)).to.equal(undefined);
  });
});
