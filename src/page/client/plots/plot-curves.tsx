/** The curves of a plot with their bands, and the values that are pointed at. */
import { memo } from '../shell/memo.js';
import type { PlotData } from './plot-data.js';
import { bandPoints, curvePoints, type PlotScale } from './plot-scale.js';

export interface PlotPartProps {
  readonly data: PlotData;
  readonly scale: PlotScale;
}

/** The dashes of the curves, in CSS pixels. Like colours, they begin again after the last one. */
const DASHES = ['', '8 4', '2 3', '12 4 2 4', '5 2', '1 4'];

export function strokeOf(index: number) {
  return { stroke: colorOf(index), 'stroke-dasharray': DASHES[index % DASHES.length]! };
}

function colorOf(index: number): string {
  return `var(--plot-${(index % DASHES.length) + 1})`;
}

/** All curves; the bands lie below them. */
export const PlotCurves = memo(function PlotCurves({ data: { xs, curves }, scale }: PlotPartProps) {
  return (
    <g>
      {curves.map(
        ({ low, high }, index) =>
          low &&
          high && (
            <polygon key={index} points={bandPoints(scale, xs, low, high)} fill={colorOf(index)} opacity="0.18" />
          ),
      )}
      {curves.map(({ y }, index) => (
        <polyline
          key={index}
          points={curvePoints(scale, xs, y)}
          fill="none"
          stroke-width="2"
          stroke-linejoin="round"
          {...strokeOf(index)}
        />
      ))}
      {curves.map((curve, index) => (
        <SinglePoint key={index} curve={curve} color={colorOf(index)} xs={xs} scale={scale} />
      ))}
    </g>
  );
});

interface SinglePointProps {
  readonly curve: PlotData['curves'][number];
  readonly color: string;
  readonly xs: readonly number[];
  readonly scale: PlotScale;
}

/** A curve of a single point, with its interval: a line of one point cannot be seen. */
function SinglePoint({ curve: { y, low, high }, color, xs, scale: { toX, toY } }: SinglePointProps) {
  const at = y.findIndex((value) => typeof value === 'number');
  const value = y[at];
  if (typeof value !== 'number' || y.some((other, index) => index !== at && typeof other === 'number')) return null;
  const x = toX(xs[at]!);
  return (
    <g stroke={color} fill={color}>
      <line x1={x} x2={x} y1={toY(low?.[at] ?? value)} y2={toY(high?.[at] ?? value)} />
      <circle cx={x} cy={toY(value)} r="4" />
    </g>
  );
}

/** A line at the x that is pointed at, by its index, and a dot on each curve. */
export function PlotCursor({ data, scale: { box, toX, toY }, at }: PlotPartProps & { at: number }) {
  const x = toX(data.xs[at]!);
  return (
    <g>
      <line class="pointer" x1={x} x2={x} y1={box.top} y2={box.bottom} />
      {data.curves.map(({ y }, index) => {
        const value = y[at];
        return typeof value === 'number' && <circle key={index} cx={x} cy={toY(value)} r="4" fill={colorOf(index)} />;
      })}
    </g>
  );
}
