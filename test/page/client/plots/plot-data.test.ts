import { expect } from 'chai';
import { joinCurves, type PlotLayout } from '../../../../src/page/client/plots/plot-data.js';

const LAYOUT: PlotLayout = { xKind: 'count', xTitle: 'x', yTitle: 'y', range: [0, 1], formatY: String };

describe('joinCurves', () => {
  it('joins curves at different x, with a gap where one has no point', () => {
    const { table, curves } = joinCurves(
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
    expect(curves).to.deep.equal([
      { name: 'a', hasBand: false },
      { name: 'b', hasBand: true },
    ]);
    expect(table).to.deep.equal([
      [1, 2, 3],
      [10, undefined, 30],
      [undefined, 5, undefined],
      [undefined, 4, undefined],
      [undefined, 6, undefined],
    ]);
  });

  it('takes moments in ms and gives them in s', () => {
    const { table } = joinCurves([{ name: 'a', points: [{ x: 2000, y: 1 }] }], { ...LAYOUT, xKind: 'time' });
    expect(table).to.deep.equal([[2], [1]]);
  });

  it('draws an interval without an end up to the limit, and nothing beyond it', () => {
    const points = [
      { x: 1, y: null, low: -500, high: null },
      { x: 2, y: 90, low: null, high: 20 },
    ];
    const { table } = joinCurves([{ name: 'a', points, hasBand: true }], { ...LAYOUT, limits: [-50, 50] });
    expect(table).to.deep.equal([
      [1, 2],
      [null, 50],
      [-50, -50],
      [50, 20],
    ]);
  });
});
