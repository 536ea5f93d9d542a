import { expect } from 'chai';
import { addToTrail, MAX_TRAIL, type ThinnedTrail } from '../../../src/arena/contest/thinned-trail.js';

describe('addToTrail', () => {
  it('keeps a bounded number of points at even distances, and measures only what it keeps', () => {
    let trail: ThinnedTrail<number> = { every: 1, points: [0] };
    let measured = 0;
    for (let pairs = 1; pairs <= 5000; pairs++) {
      trail = addToTrail(trail, pairs, () => {
        measured++;
        return pairs;
      });
      expect(trail.points.length).to.be.at.most(MAX_TRAIL);
    }
    expect(trail.every).to.equal(16);
    expect(trail.points).to.deep.equal(Array.from({ length: Math.floor(5000 / 16) + 1 }, (_, index) => 16 * index));
    expect(measured).to.be.below(1700);
  });
});
