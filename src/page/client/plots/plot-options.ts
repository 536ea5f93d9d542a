/** How uPlot draws a plot: colours of the page, axes, bands, marks. */
import type UPlot from 'uplot';
import { formatThousands } from '../format/numbers.js';
import type { PlotData } from './plot-data.js';

/** Curves differ in their dashes, too. */
const DASHES = [[], [8, 4], [2, 3], [12, 4, 2, 4], [5, 2], [1, 4]];

/** The options of a plot in an element, whose colours it takes. `present`: the data as they are now;
 * `onPoint` hears which row of the table is pointed at. */
export function createPlotOptions(
  present: () => PlotData,
  element: HTMLElement,
  onPoint: (row: number | undefined) => void,
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
  const x = xKind === 'time' ? {} : { values: (_: UPlot, ticks: number[]) => ticks.map(formatThousands) };
  const y = { values: (_: UPlot, ticks: number[]) => ticks.map(formatY), size: 58 };
  const isNarrow = element.clientWidth < 420;
  return {
    series: [{}, ...curves.flatMap((curve, index) => seriesOf(curve, index, colour))],
    bands: bandsOf(curves, colour),
    scales: { x: { time: xKind === 'time' }, y: { range: (_, low, high) => rangeOf(present(), low, high) } },
    axes: [
      { ...axis, ...x, label: xTitle, size: xKind === 'time' ? 40 : 28 },
      { ...axis, ...y, ...(!isNarrow && { label: yTitle }) },
    ],
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { size: 7 } },
    hooks: {
      setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)],
      draw: [(plot) => drawMarks(plot, present(), { ink: colour('--soft'), font })],
    },
  };
}

type Colour = (name: string) => string;

/** The dashes of a curve, in CSS pixels. */
export function dashOf(index: number): readonly number[] {
  return DASHES[index % DASHES.length]!;
}

/** The property with the colour of a curve. */
export function curveColour(index: number): string {
  return `--plot-${(index % DASHES.length) + 1}`;
}

function seriesOf({ hasBand }: PlotData['curves'][number], index: number, colour: Colour): UPlot.Series[] {
  const dash = [...dashOf(index)];
  const line: UPlot.Series = {
    stroke: colour(curveColour(index)),
    width: 2,
    dash,
    spanGaps: true,
    points: { show: false },
  };
  const edge: UPlot.Series = { stroke: 'transparent', width: 0, spanGaps: true, points: { show: false } };
  return hasBand ? [line, edge, edge] : [line];
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
  ctx.textAlign = 'left';
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
    ctx.fillText(name, bbox.left + 6 * devicePixelRatio, at + (isHigh ? 3 : -2) * devicePixelRatio);
  }
  ctx.restore();
}
