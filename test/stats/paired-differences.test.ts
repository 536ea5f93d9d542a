import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  addDifference,
  emptyDifferences,
  flipDifferences,
  mergeDifferences,
  type PairedDifferences,
} from '../../src/stats/paired-differences.js';
import { fromDifferences } from '../../src/stats/sample.js';

const anyDifferences = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 50 });

function summarise(values: readonly number[]): PairedDifferences {
  return values.reduce(addDifference, emptyDifferences);
}

function expectAlike(one: PairedDifferences, other: PairedDifferences): void {
  expect(one.count).to.equal(other.count);
  expect(one.mean).to.be.closeTo(other.mean, 1e-12);
  expect(one.squares).to.be.closeTo(other.squares, 1e-9);
}

describe('paired differences', () => {
  it('sums up a list worked by hand', () => {
    // mean 0.25, squared deviations 0.0625 + 0.5625 + 0.25 + 0
    expectAlike(summarise([0, 1, -0.25, 0.25]), { count: 4, mean: 0.25, squares: 0.875 });
  });

  it('has the mean and the variance of the list', () => {
    fc.assert(
      fc.property(anyDifferences, (values) => {
        fc.pre(values.length > 0);
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expectAlike(summarise(values), { count: values.length, mean, squares });
      }),
    );
  });

  it('merges in any order', () => {
    fc.assert(
      fc.property(anyDifferences, anyDifferences, anyDifferences, (first, second, third) => {
        const [one, two, three] = [summarise(first), summarise(second), summarise(third)];
        expectAlike(mergeDifferences(one, two), summarise([...first, ...second]));
        expectAlike(
          mergeDifferences(mergeDifferences(one, two), three),
          mergeDifferences(one, mergeDifferences(two, three)),
        );
        expectAlike(mergeDifferences(one, emptyDifferences), one);
      }),
    );
  });

  it('flips twice to itself', () => {
    fc.assert(
      fc.property(anyDifferences, (values) => {
        const differences = summarise(values);
        expectAlike(flipDifferences(flipDifferences(differences)), differences);
        expectAlike(flipDifferences(differences), summarise(values.map((value) => -value)));
      }),
    );
  });

  it('becomes a sample of scores around one half', () => {
    expect(fromDifferences(emptyDifferences)).to.deep.equal({ count: 0, mean: 0.5, variance: 0 });
    expect(fromDifferences(summarise([1, -1]))).to.deep.equal({ count: 2, mean: 0.5, variance: 0.25 });
    expect(fromDifferences(summarise([0.5, 0.5]))).to.deep.equal({ count: 2, mean: 0.75, variance: 0 });
  });
});
