import { expect } from 'chai';
import { array, assert, double, integer, property } from 'fast-check';
import {
  addSize,
  addFormatted,
  shortPercentile,
  sizePercentile,
  formatHistogram,
  type Histogram,
  type LogScale,
} from '../../src/stats/histogram.js';

const SCALE: LogScale = { perDoubling: 8, unit: 0.001 };
const durations = array(double({ min: 0, max: 10_000, noNaN: true }), { minLength: 1 });

function histogramOf(list: readonly number[], scale = SCALE): Histogram {
  const histogram: Histogram = {};
  for (const ms of list) addSize(histogram, scale, ms);
  return histogram;
}

describe('a histogram', () => {
  it('counts the buckets that the journal has in its rows', () => {
    const histogram = histogramOf([0, 1, 1, 3, 100], { perDoubling: 12, unit: 1 });
    expect(formatHistogram(histogram)).to.equal('0:1 12:2 24:1 80:1');
  });

  it('counts a negative duration as 0', () => {
    expect(histogramOf([-5])).to.deep.equal({ 0: 1 });
  });

  it('gives percentiles that are exact to half a bucket', () => {
    assert(
      property(durations, double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const sorted = list.toSorted((one, other) => one - other);
        const exact = sorted[Math.max(1, Math.ceil(share * list.length)) - 1]!;
        const found = sizePercentile(histogramOf(list), SCALE, share)!;
        const ratio = (found + SCALE.unit) / (exact + SCALE.unit);
        expect(Math.abs(Math.log2(ratio))).to.be.at.most(0.5 / SCALE.perDoubling + 1e-9);
      }),
    );
  });

  it('gives short percentiles, exact for whole numbers that are alone in their bucket', () => {
    const scale: LogScale = { perDoubling: 70, unit: 1 };
    for (let size = 0; size <= 100; size++) {
      expect(shortPercentile(histogramOf([size], scale), scale, 0.5)).to.equal(size);
    }
    expect(shortPercentile(histogramOf([3, 4, 900, 905, 1e6], scale), scale, 0.5)).to.equal(900);
    assert(
      property(integer({ min: 0, max: 1e9 }), (size) => {
        const found = shortPercentile(histogramOf([size], scale), scale, 0.5)!;
        expect(Math.abs(found - size)).to.be.at.most(0.01 * (size + 1));
      }),
    );
  });

  it('has no percentiles if it is empty', () => {
    expect(sizePercentile({}, SCALE, 0.5)).to.equal(undefined);
    expect(shortPercentile({}, SCALE, 0.5)).to.equal(undefined);
  });

  it('is the same whether its parts are counted, or added as text', () => {
    assert(
      property(durations, durations, (some, others) => {
        const whole = histogramOf([...some, ...others]);
        const added = histogramOf(some);
        addFormatted(added, formatHistogram(histogramOf(others)));
        expect(added).to.deep.equal(whole);
      }),
    );
  });

  it('reads the text of an empty histogram', () => {
    const histogram: Histogram = { 3: 1 };
    addFormatted(histogram, '');
    expect(histogram).to.deep.equal({ 3: 1 });
  });
});
