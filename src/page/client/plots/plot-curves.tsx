/** The curves of a plot with their bands, and the values that are pointed at. */
import { memo } from '../shell/memo.js';
import { curveColour, dashOf } from './curve-looks.js';
import type { PlotData } from './plot-data.js';
import { bandPoints, columnsOf, curvePoints, type PlotScale } from './plot-scale.js';

interface PlotCurvesProps {
  readonly data: PlotData;
  readonly scale: PlotScale;
}

/** All curves; the bands lie below them. */
export const PlotCurves = memo(function PlotCurves({ data, scale }: PlotCurvesProps) {
  const [xs] = data.table;
  const columns = columnsOf(data);
  return (
    <g>
      {columns.map(
        ({ low, high }, index) =>
          low &&
          high && (
            <polygon key={index} points={bandPoints(scale, xs, low, high)} fill={colourOf(index)} opacity="0.18" />
          ),
      )}
      {columns.map(({ y }, index) => (
        <polyline
          key={index}
          points={curvePoints(scale, xs, y)}
          fill="none"
          stroke={colourOf(index)}
          stroke-width="2"
          stroke-linejoin="round"
          stroke-dasharray={dashOf(index).join(' ')}
        />
      ))}
    </g>
  );
});

/** A line at the row that is pointed at, and a dot on each curve. */
export function PlotCursor({ data, scale: { box, toX, toY }, row }: PlotCurvesProps & { row: number }) {
  const x = toX(data.table[0][row]!);
  return (
    <g>
      <line class="pointer" x1={x} x2={x} y1={box.top} y2={box.bottom} />
      {columnsOf(data).map(({ y }, index) => {
        const value = y[row];
        return typeof value === 'number' && <circle key={index} cx={x} cy={toY(value)} r="4" fill={colourOf(index)} />;
      })}
    </g>
  );
}

function colourOf(index: number): string {
  return `var(${curveColour(index)})`;
}
