/** A plot of curves with their bands, as SVG. What it shows is also there as a sentence and as a table. */
import type { ComponentChildren } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { formatThousands } from '../../../views/numbers.js';
import { formatMoment } from '../../../views/times.js';
import { createPlotScale, type Curve, type PlotData } from './plot-scale.js';
import { AxisBelow, shareAt, Strip } from './strip.js';

interface PlotProps {
  /** What the plot shows, in a sentence; read aloud in place of the picture. */
  readonly label: string;
  readonly data: PlotData;
  readonly height?: number;
  readonly children?: ComponentChildren;
}

const DAY_MS = 86_400_000;

/** A plot as wide as its box. Pointing at it shows the values there. */
export function Plot({ label, data, height = 190, children }: PlotProps) {
  const [pointer, setPointer] = useState<number>();
  const scale = useMemo(() => createPlotScale(data), [data]);
  const { toX, toY, xTicks, yTicks } = scale;
  const { curves, formatY, marks = [] } = data;
  const x = pointer === undefined ? undefined : scale.nearestX(pointer);
  const point = (event: PointerEvent): void => setPointer(shareAt(event.currentTarget as Element, event));
  const hasHours = (xTicks[1] ?? DAY_MS) - (xTicks[0] ?? 0) < DAY_MS;
  const formatX = (value: number): string =>
    data.xKind === 'count' ? formatThousands(value) : formatMoment(value).slice(...(hasHours ? [5, 16] : [0, 10]));
  return (
    <figure class="plot">
      <p class="plot-title soft" aria-hidden="true">
        {data.yTitle}
      </p>
      <div
        class="plot-area"
        role="img"
        aria-label={label}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setPointer(undefined)}
      >
        <Strip
          height={height}
          levels={[
            ...yTicks.map((y) => ({ at: toY(y), name: formatY(y) })),
            ...marks.map(({ y, name }) => ({ at: toY(y), name, kind: 'mark' as const })),
          ]}
          curves={
            <>
              {curves.map((curve, index) => (
                <path key={index} d={scale.band(curve)} fill={colorOf(index)} stroke={colorOf(index)} opacity="0.18" />
              ))}
              {curves.map((curve, index) => (
                <path key={index} class="line" d={scale.line(curve)} {...strokeOf(index)} />
              ))}
            </>
          }
        >
          {x !== undefined && (
            <svg class="cursor">
              <line class="pointed" x1={`${toX(x)}%`} x2={`${toX(x)}%`} y2="100%" />
              {curves.map((curve, index) => {
                const y = pointAt(curve, x)?.y;
                return (
                  typeof y === 'number' && (
                    <circle key={index} cx={`${toX(x)}%`} cy={`${toY(y)}%`} r="4" fill={colorOf(index)} />
                  )
                );
              })}
            </svg>
          )}
        </Strip>
        <AxisBelow ticks={xTicks.map((value) => ({ at: toX(value), name: formatX(value) }))} />
      </div>
      <ul class="legend" aria-hidden="true">
        {curves.map((curve, index) => (
          <li key={curve.name}>
            {curves.length > 1 && (
              <svg viewBox="0 0 24 8">
                <line x1="0" x2="24" y1="4" y2="4" {...strokeOf(index)} />
              </svg>
            )}
            {curves.length > 1 && `${curve.name} `}
            <strong>{x !== undefined && formatPoint(pointAt(curve, x), formatY)}</strong>
          </li>
        ))}
        <li class="at">
          {x !== undefined && data.xKind === 'time' && formatMoment(x).slice(0, 16)}
          {x !== undefined && data.xKind === 'count' && `${formatThousands(x)} `}
          {(x === undefined || data.xKind === 'count') && data.xTitle}
        </li>
      </ul>
      {children && (
        <details>
          <summary>As a table</summary>
          {children}
        </details>
      )}
    </figure>
  );
}

function pointAt({ points }: Curve, x: number): Curve['points'][number] | undefined {
  return points.find((point) => point.x === x);
}

function formatPoint(point: Curve['points'][number] | undefined, formatY: PlotData['formatY']): string {
  const { y, low, high } = point ?? {};
  if (typeof y !== 'number') return '';
  return typeof low !== 'number' || typeof high !== 'number'
    ? formatY(y)
    : `${formatY(y)} (${formatY(low)} to ${formatY(high)})`;
}

/** The dashes of the curves, in CSS pixels. Like colours, they begin again after the last one. */
const DASHES = ['', '8 4', '2 3', '12 4 2 4', '5 2', '1 4'];

function strokeOf(index: number) {
  return { stroke: colorOf(index), 'stroke-dasharray': DASHES[index % DASHES.length]! };
}

function colorOf(index: number): string {
  return `var(--plot-${(index % DASHES.length) + 1})`;
}
