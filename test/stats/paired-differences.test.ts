import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  sampleFromDifferences,
  addDifference,
  emptyDifferences,
  type PairedDifferences,
} from '../../src/stats/sample.js';

function summarise(values: readonly number[]): PairedDifferences {
  return values.reduce(addDifference, emptyDifferences);
}

function expectClose(actual: PairedDifferences, expected: PairedDifferences): void {
  expect(actual.count).to.equal(expected.count);
  expect(actual.mean).to.be.closeTo(expected.mean, 1e-12);
  expect(actual.squares).to.be.closeTo(expected.squares, 1e-9);
}

describe('paired differences', () => {
  it('sum up a list worked by hand', () => {
    // mean 0.25, squared deviations 0.0625 + 0.5625 + 0.25 + 0
    expectClose(summarise([0, 1, -0.25, 0.25]), { count: 4, mean: 0.25, squares: 0.875 });
  });

  it('have the mean and the squared deviations of the list', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 50 }), (values) => {
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
        const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
        expectClose(summarise(values), { count: values.length, mean, squares });
      }),
    );
  });

  it('become a sample of scores around one half', () => {
    expect(sampleFromDifferences(emptyDifferences)).to.deep.equal({ count: 0, mean: 0.5, variance: 0 });
    expect(sampleFromDifferences(summarise([1, -1]))).to.deep.equal({ count: 2, mean: 0.5, variance: 0.25 });
    expect(sampleFromDifferences(summarise([0.5, 0.5]))).to.deep.equal({ count: 2, mean: 0.75, variance: 0 });
  });
});
