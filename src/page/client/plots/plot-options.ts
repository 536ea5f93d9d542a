/** How uPlot draws a plot: colours of the page, axes, bands, marks. */
import UPlot from 'uplot';
import { formatMoment } from '../format/times.js';
import { formatThousands } from '../format/numbers.js';
import type { PlotData } from './plot-data.js';

/** Curves differ in their dashes, too. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 4]];

/** The options of a plot in an element, whose colours it takes. `present`: the data as they are now. */
export function createPlotOptions(
  present: () => PlotData,
  element: HTMLElement,
): Omit<UPlot.Options, 'width' | 'height'> {
  const data = present();
  const colour = (name: string): string => getComputedStyle(element).getPropertyValue(name).trim();
  const font = `12px ${getComputedStyle(document.body).fontFamily}`;
  const axis = {
    stroke: colour('--soft'),
    font,
    labelFont: font,
    labelSize: 18,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { stroke: colour('--line'), width: 1, size: 4 },
  };
  const { curves, xKind, xTitle, yTitle, formatY } = data;
  const formatX = (x: number): string => (xKind === 'time' ? formatMoment(x * 1000).slice(0, 16) : formatThousands(x));
  const x = xKind === 'time' ? {} : { values: (_: UPlot, ticks: number[]) => ticks.map(formatX) };
  const y = { values: (_: UPlot, ticks: number[]) => ticks.map(formatY), size: 64 };
  return {
    series: [
      { label: xTitle, value: (_: UPlot, at: number | null) => (at === null ? '–' : formatX(at)) },
      ...curves.flatMap((curve, index) => seriesOf(curve, index, { colour, formatY })),
    ],
    bands: bandsOf(curves, colour),
    scales: { x: { time: xKind === 'time' }, y: { range: (_, low, high) => rangeOf(present(), low, high) } },
    axes: [
      { ...axis, ...x, label: xTitle },
      { ...axis, ...y, label: yTitle },
    ],
    legend: { show: curves.length > 0 },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    hooks: { draw: [(plot) => drawMarks(plot, present(), { ink: colour('--soft'), font })] },
  };
}

type Colour = (name: string) => string;

/** The colour of a curve. */
export function curveColour(index: number): string {
  return `--plot-${(index % DASHES.length) + 1}`;
}

function seriesOf(
  { name, hasBand }: PlotData['curves'][number],
  index: number,
  { colour, formatY }: { colour: Colour; formatY: (y: number) => string },
): UPlot.Series[] {
  const value = (_: UPlot, y: number | null): string => (typeof y === 'number' ? formatY(y) : '–');
  const stroke = colour(curveColour(index));
  const line: UPlot.Series = {
    label: name,
    stroke,
    width: 2,
    dash: DASHES[index % DASHES.length]!,
    spanGaps: true,
    value,
    points: { show: false },
  };
  const edge = { stroke: 'transparent', width: 0, spanGaps: true, points: { show: false }, value };
  return hasBand ? [line, { ...edge, label: `${name}, from` }, { ...edge, label: `${name}, to` }] : [line];
}

function bandsOf(curves: PlotData['curves'], colour: Colour): UPlot.Band[] {
  let column = 1;
  return curves.flatMap(({ hasBand }, index) => {
    const [low, high] = [column + 1, column + 2];
    column += hasBand ? 3 : 1;
    return hasBand ? [{ series: [high, low], fill: `${colour(curveColour(index))}2e` } satisfies UPlot.Band] : [];
  });
}

function rangeOf({ range, limits }: PlotData, low: number | null, high: number | null): [number, number] {
  const bottom = Math.min(range[0], low ?? range[0]);
  const top = Math.max(range[1], high ?? range[1]);
  const margin = (top - bottom) * 0.04;
  return [Math.max(limits?.[0] ?? -Infinity, bottom - margin), Math.min(limits?.[1] ?? Infinity, top + margin)];
}

function drawMarks(plot: UPlot, { marks = [] }: PlotData, { ink, font }: { ink: string; font: string }): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = ink;
  ctx.fillStyle = ink;
  ctx.lineWidth = devicePixelRatio;
  ctx.font = font.replace('12px', `${12 * devicePixelRatio}px`);
  ctx.textAlign = 'right';
  for (const { y, name } of marks) {
    const at = Math.round(plot.valToPos(y, 'y', true));
    if (at < bbox.top - 1 || at > bbox.top + bbox.height + 1) continue;
    ctx.setLineDash([6 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    ctx.moveTo(bbox.left, at);
    ctx.lineTo(bbox.left + bbox.width, at);
    ctx.stroke();
    const isHigh = at < bbox.top + 20 * devicePixelRatio;
    ctx.textBaseline = isHigh ? 'top' : 'bottom';
    ctx.fillText(name, bbox.left + bbox.width - 4 * devicePixelRatio, at + (isHigh ? 3 : -2) * devicePixelRatio);
  }
  ctx.restore();
}
