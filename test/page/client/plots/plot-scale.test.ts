/** Where things lie in a plot. */
import { expect } from 'chai';
import { joinCurves, type PlotLayout } from '../../../../src/page/client/plots/plot-data.js';
import {
  bandPoints,
  createPlotScale,
  curvePoints,
  nearestX,
  niceTicks,
} from '../../../../src/page/client/plots/plot-scale.js';

const LAYOUT: PlotLayout = {
  xKind: 'count',
  xTitle: 'games',
  yTitle: 'score',
  range: [0, 1],
  limits: [0, 1],
  formatY: String,
};
const CURVE = {
  name: 'a',
  hasBand: true,
  points: [
    { x: 0, y: 0, low: 0, high: 0.5 },
    { x: 50, y: null, low: null, high: null },
    { x: 100, y: 1, low: 0.5, high: 1 },
  ],
};

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
  const data = joinCurves([CURVE], LAYOUT);
  const scale = createPlotScale(data, 472, 234);

  it('has the ends of the data at the ends of its box', () => {
    const { left, right, top, bottom } = scale.box;
    expect([scale.toX(0), scale.toX(100)]).to.deep.equal([left, right]);
    expect([scale.toY(0), scale.toY(1)]).to.deep.equal([bottom, top]);
  });

  it('draws a curve straight over what is not known', () => {
    const { y, low, high } = data.curves[0]!;
    expect(curvePoints(scale, data.xs, y)).to.equal('52.0,194.0 456.0,28.0');
    expect(bandPoints(scale, data.xs, low!, high!)).to.match(/^52\.0,111\.0 .*52\.0,194\.0$/);
  });

  it('finds the x that is pointed at', () => {
    expect([0, 200, 300, 999].map((distance) => nearestX(scale, data.xs, distance))).to.deep.equal([0, 1, 1, 2]);
    expect(nearestX(scale, [], 5)).to.equal(undefined);
  });

  it('has room for a single point, and for none', () => {
    const one = joinCurves([{ name: 'a', points: [{ x: 7, y: 3 }] }], { ...LAYOUT, range: [3, 3], limits: [0, 9] });
    const { toX, toY, box } = createPlotScale(one, 400, 200);
    expect(toX(7)).to.equal((box.left + box.right) / 2);
    expect(toY(3)).to.equal((box.top + box.bottom) / 2);
    expect(createPlotScale(joinCurves([], LAYOUT), 400, 200).xTicks.length).to.be.greaterThan(0);
  });

  it('counts in whole numbers, each of them once', () => {
    const few = joinCurves([{ name: 'a', points: [1, 2, 3].map((x) => ({ x, y: 0 })) }], LAYOUT);
    expect(createPlotScale(few, 1200, 200).xTicks.map(({ value }) => value)).to.deep.equal([1, 2, 3]);
  });
});
