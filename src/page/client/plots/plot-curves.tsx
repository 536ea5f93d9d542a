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
      {xs.length === 1 && <PlotPoint data={data} scale={scale} />}
    </g>
  );
});

/** Each curve of a single point, with its interval: a line of one point cannot be seen. */
function PlotPoint({ data, scale: { toX, toY } }: PlotCurvesProps) {
  const x = toX(data.table[0][0]!);
  return (
    <g>
      {columnsOf(data).map(({ y: [y], low, high }, index) => {
        if (typeof y !== 'number') return null;
        const [least, most] = [low?.[0] ?? y, high?.[0] ?? y];
        return (
          <g key={index} stroke={colourOf(index)} fill={colourOf(index)}>
            <line x1={x} x2={x} y1={toY(least)} y2={toY(most)} />
            <circle cx={x} cy={toY(y)} r="4" />
          </g>
        );
      })}
    </g>
  );
}

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
