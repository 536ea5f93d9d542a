/** Where things lie in a chart. */
import { expect } from 'chai';
import {
  createXAxis,
  createYAxis,
  describeValues,
  niceTicks,
  drawLayer,
  toCurves,
  type ChartData,
  type ChartLayer,
  type Panel,
  type ChartPoint,
} from '../../../../src/page/client/plots/chart-scale.js';

const POINTS: readonly ChartPoint[] = [
  { x: 0, y: 0, low: 0, high: 0.5 },
  { x: 50, y: null, low: null, high: null },
  { x: 100, y: 1, low: 0.5, high: 1 },
];

function panelOf(curves: readonly (readonly ChartPoint[])[], rest: Partial<Panel> = {}): Panel {
  const layers = toCurves(curves.map((points, index) => ({ name: `curve ${index + 1}`, points })));
  return { layers, formatY: String, range: [0, 1], limits: [0, 1], ...rest };
}

function chartOf(panel: Panel): ChartData {
  return { panels: [panel], xTitle: 'games' };
}

/** The paths of the layers of a panel. */
function pathsOf(panel: Panel): Readonly<Record<ChartLayer['kind'], string>> {
  const [xAxis, yAxis] = [createXAxis(chartOf(panel)), createYAxis(panel)];
  const draw = (kind: ChartLayer['kind']) =>
    panel.layers.map((layer) => (layer.kind === kind ? drawLayer(layer, xAxis, yAxis) : '')).join('');
  return { band: draw('band'), line: draw('line'), bars: draw('bars') };
}

describe('the ticks of a chart', () => {
  it('are round, and as many as there is room for', () => {
    expect(niceTicks(0, 1, 5)).to.deep.equal([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(niceTicks(-3, 12, 4)).to.deep.equal([0, 5, 10]);
    expect(niceTicks(0, 123_456, 6)).to.deep.equal([0, 50_000, 100_000]);
    expect(niceTicks(0.001, 0.0042, 3)).to.deep.equal([0.002, 0.004]);
  });

  it('of things are whole', () => {
    expect(niceTicks(0, 3, 8, 1)).to.deep.equal([0, 1, 2, 3]);
    expect(niceTicks(0, 30, 8, 1)).to.deep.equal([0, 5, 10, 15, 20, 25, 30]);
  });
});

describe('the layout of a chart', () => {
  const panel = panelOf([POINTS]);

  it('has the ends of the data at the ends of its box', () => {
    const [{ toX }, { toY }] = [createXAxis(chartOf(panel)), createYAxis(panel)];
    expect([toX(0), toX(100)]).to.deep.equal([0, 100]);
    expect([toY(0), toY(1)]).to.deep.equal([100, 0]);
  });

  it('draws a curve and its band straight over what is not known', () => {
    const { line, band } = pathsOf(panel);
    expect(line).to.equal('M0.00 100.00L100.00 0.00');
    expect(band).to.equal('M0.00 50.00L100.00 0.00L100.00 50.00L0.00 100.00Z');
    expect(pathsOf(panelOf([POINTS.map(({ x, y = null }) => ({ x, y }))], { limits: [-Infinity, 1] })).band).to.equal(
      '',
    );
  });

  it('draws nothing where there is a gap', () => {
    const heights = [0, 1, undefined, 0.5, 1];
    const points = heights.map((y, x): ChartPoint => ({ x, y, low: 0, high: y! }));
    const { line, band } = pathsOf(panelOf([points]));
    expect(line).to.equal('M0.00 100.00L25.00 0.00M75.00 50.00L100.00 0.00');
    expect(band).to.equal(
      'M0.00 100.00L25.00 0.00L25.00 100.00L0.00 100.00ZM75.00 50.00L100.00 0.00L100.00 100.00L75.00 100.00Z',
    );
    const lonely = [0, undefined, 1, undefined].map((y, x): ChartPoint => ({ x, y }));
    expect(pathsOf(panelOf([lonely])).line).to.equal('M0.00 100.00v0M66.67 0.00v0');
    expect(pathsOf(panelOf([[{ x: 0, y: undefined }]])).line).to.equal('');
  });

  it('draws an interval without an end up to the limit, and nothing beyond it', () => {
    const points = [
      { x: 1, y: null, low: -500, high: null },
      { x: 2, y: 90, low: null, high: 0 },
    ];
    const { line, band } = pathsOf(panelOf([points], { limits: [-50, 50] }));
    expect(line).to.equal('M100.00 0.00v0');
    expect(band).to.equal('M0.00 0.00L100.00 50.00L100.00 100.00L0.00 100.00Z');
  });

  it('draws bars that can be seen, with room for the first and the last', () => {
    const points = [{ x: 0, y: 1 }, { x: 1, y: 0 }, { x: 2 }];
    const bars: Panel = { ...panelOf([]), layers: [{ kind: 'bars', look: 'time', points }] };
    const axis = createXAxis({ ...chartOf(bars), margin: 0.5 });
    expect(axis.toX(-0.5)).to.equal(0);
    expect(axis.toX(2.5)).to.equal(100);
    expect(drawLayer(bars.layers[0]!, { ...axis, toX: (x) => 10 * x }, createYAxis(bars))).to.equal(
      'M-4 100V0H4V100ZM6 100V99H14V100Z',
    );
  });

  it('finds the x that is pointed at, of all curves, and the values there', () => {
    const chart = chartOf(panelOf([POINTS, [{ x: 20, y: 0.5 }]]));
    const { xs, nearest } = createXAxis(chart);
    expect(xs).to.deep.equal([0, 20, 50, 100]);
    expect([0, 0.15, 0.4, 9].map(nearest)).to.deep.equal([0, 20, 50, 100]);
    expect(createXAxis(chartOf(panelOf([]))).nearest(0.5)).to.equal(undefined);
    expect(describeValues(chart, 20)).to.deep.equal(['20 games', 'curve 2 0.5']);
    expect(describeValues(chart, 50)).to.deep.equal(['50 games']);
    expect(describeValues(chartOf(panel), 100)).to.deep.equal(['100 games', '1 (0.5 to 1)']);
  });

  it('has room for a single point, and for none', () => {
    const one = panelOf([[{ x: 7, y: 3 }]], { range: [3, 3], limits: [0, 9] });
    expect([createXAxis(chartOf(one)).toX(7), createYAxis(one).toY(3)]).to.deep.equal([50, 50]);
    expect(pathsOf(one).line).to.equal('M50.00 50.00h0');
    expect(createXAxis(chartOf(panelOf([]))).ticks.length).to.be.greaterThan(0);
  });

  it('counts in whole numbers, each of them once', () => {
    const few = panelOf([[1, 2, 3].map((x) => ({ x, y: 0 }))]);
    expect(createXAxis(chartOf(few)).ticks.map(({ x }) => x)).to.deep.equal([1, 2, 3]);
  });
});
