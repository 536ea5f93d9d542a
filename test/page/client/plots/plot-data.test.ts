import { expect } from 'chai';
import { joinCurves, type PlotLayout } from '../../../../src/page/client/plots/plot-data.js';

const LAYOUT: PlotLayout = { xKind: 'count', xTitle: 'x', yTitle: 'y', range: [0, 1], formatY: String };

describe('joinCurves', () => {
  it('joins curves at different x, with a gap where one has no point', () => {
    const { xs, curves } = joinCurves(
      [
        {
          name: 'a',
          points: [
            { x: 1, y: 10 },
            { x: 3, y: 30 },
          ],
        },
        { name: 'b', points: [{ x: 2, y: 5, low: 4, high: 6 }], hasBand: true },
      ],
      LAYOUT,
    );
    expect(xs).to.deep.equal([1, 2, 3]);
    expect(curves).to.deep.equal([
      { name: 'a', y: [10, undefined, 30] },
      {
        name: 'b',
        y: [undefined, 5, undefined],
        low: [undefined, 4, undefined],
        high: [undefined, 6, undefined],
      },
    ]);
  });

  it('draws an interval without an end up to the limit, and nothing beyond it', () => {
    const points = [
      { x: 1, y: null, low: -500, high: null },
      { x: 2, y: 90, low: null, high: 20 },
    ];
    const { xs, curves } = joinCurves([{ name: 'a', points, hasBand: true }], { ...LAYOUT, limits: [-50, 50] });
    expect(xs).to.deep.equal([1, 2]);
    expect(curves).to.deep.equal([{ name: 'a', y: [null, 50], low: [-50, -50], high: [50, 20] }]);
  });
});
