/** Where things lie in a plot. */
import { expect } from 'chai';
import { createPlotScale, niceTicks, type Curve, type PlotData } from '../../../../src/page/client/plots/plot-scale.js';

const CURVE: Curve = {
  name: 'a',
  hasBand: true,
  points: [
    { x: 0, y: 0, low: 0, high: 0.5 },
    { x: 50, y: null, low: null, high: null },
    { x: 100, y: 1, low: 0.5, high: 1 },
  ],
};

function plotOf(curves: readonly Curve[], rest: Partial<PlotData> = {}): PlotData {
  const axes = { xKind: 'count', xTitle: 'games', yTitle: 'score', formatY: String } as const;
  return { ...axes, curves, range: [0, 1], limits: [0, 1], ...rest };
}

describe('the ticks of a plot', () => {
  it('are round, and as many as there is room for', () => {
    expect(niceTicks(0, 1, 5)).to.deep.equal([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks(-3, 12, 4)).to.deep.equal([0, 5, 10]);
    expect(niceTicks(0, 123_456, 6)).to.deep.equal([0, 50_000, 100_000]);
    expect(niceTicks(0.001, 0.0042, 3)).to.deep.equal([0.002, 0.004]);
  });

  it('of times are hours and days', () => {
    const day = 86_400;
    expect(niceTicks(0, 3 * day, 4, [3600, day]).map((at) => at / day)).to.deep.equal([0, 1, 2, 3]);
  });
});

describe('the layout of a plot', () => {
  const scale = createPlotScale(plotOf([CURVE]));

  it('has the ends of the data at the ends of its box', () => {
    expect([scale.toX(0), scale.toX(100)]).to.deep.equal([0, 100]);
    expect([scale.toY(0), scale.toY(1)]).to.deep.equal([100, 0]);
  });

  it('draws a curve and its band straight over what is not known', () => {
    expect(scale.line(CURVE)).to.equal('M0.00 100.00L100.00 0.00');
    expect(scale.band(CURVE)).to.equal('M0.00 50.00L100.00 0.00L100.00 50.00L0.00 100.00Z');
    expect(scale.band({ ...CURVE, hasBand: false })).to.equal('');
  });

  it('draws an interval without an end up to the limit, and nothing beyond it', () => {
    const points = [
      { x: 1, y: null, low: -500, high: null },
      { x: 2, y: 90, low: null, high: 0 },
    ];
    const curve = { name: 'a', points, hasBand: true };
    const { line, band } = createPlotScale(plotOf([curve], { limits: [-50, 50] }));
    expect(line(curve)).to.equal('M100.00 0.00h0');
    expect(band(curve)).to.equal('M0.00 0.00L100.00 50.00L100.00 100.00L0.00 100.00Z');
  });

  it('finds the x that is pointed at, of all curves', () => {
    const { xs, nearestX } = createPlotScale(plotOf([CURVE, { name: 'b', points: [{ x: 20, y: 0.5 }] }]));
    expect(xs).to.deep.equal([0, 20, 50, 100]);
    expect([0, 0.15, 0.4, 9].map(nearestX)).to.deep.equal([0, 20, 50, 100]);
    expect(createPlotScale(plotOf([])).nearestX(0.5)).to.equal(undefined);
  });

  it('has room for a single point, and for none', () => {
    const one = { name: 'a', points: [{ x: 7, y: 3 }] };
    const { toX, toY, line } = createPlotScale(plotOf([one], { range: [3, 3], limits: [0, 9] }));
    expect([toX(7), toY(3)]).to.deep.equal([50, 50]);
    expect(line(one)).to.equal('M50.00 50.00h0');
    expect(createPlotScale(plotOf([])).xTicks.length).to.be.greaterThan(0);
  });

  it('counts in whole numbers, each of them once', () => {
    const few = { name: 'a', points: [1, 2, 3].map((x) => ({ x, y: 0 })) };
    expect(createPlotScale(plotOf([few])).xTicks).to.deep.equal([1, 2, 3]);
  });
});
