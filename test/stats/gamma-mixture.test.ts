import { expect } from 'chai';
import { createGammaMixture, logMixture, mixtureBound } from '../../src/stats/confidence-sequence.js';

describe('gamma-exponential mixture', () => {
  // test/uniform_boundaries_unittest.cpp of github.com/gostevehoward/confseq, commit 53f1ce8, by the paper's first
  // author.
  it('has the value and the bound of the tests by the authors of the paper', () => {
    const mixture = createGammaMixture(2, 100, 0.05);
    expect(logMixture(mixture, 10, 100)).to.be.closeTo(-0.2490165, 1e-7);
    expect(mixtureBound(mixture, 100, 0.05)).to.be.closeTo(33.02017, 1e-5);
  });

  it('starts at m = 1', () => {
    expect(logMixture(createGammaMixture(2, 100, 0.05), 0, 0)).to.equal(0);
  });

  it('has a bound that rises more slowly than V, up to a million', () => {
    const mixture = createGammaMixture(2, 100, 0.05);
    const bounds = [0, 1, 100, 10_000, 1_000_000].map((v) => mixtureBound(mixture, v, 0.05));
    expect(bounds.toSorted((one, other) => one - other)).to.deep.equal(bounds);
    expect(bounds.at(-1)! / 1_000_000).to.be.below(0.005);
  });
});
