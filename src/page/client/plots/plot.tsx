/** A plot of curves with their bands, as SVG. What it shows is also there as a sentence and as a table. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatThousands } from '../format/numbers.js';
import { formatMoment } from '../format/times.js';
import { PlotAxes } from './plot-axes.js';
import { PlotCurves, PlotCursor, strokeOf } from './plot-curves.js';
import type { PlotData } from './plot-data.js';
import { createPlotScale, nearestX } from './plot-scale.js';

interface PlotProps {
  /** What the plot shows, in a sentence; read aloud in place of the picture. */
  readonly label: string;
  readonly data: PlotData;
  /** In CSS pixels. */
  readonly height?: number;
  /** The same as a table. */
  readonly children?: ComponentChildren;
}

const MIN_WIDTH = 200;

/** A plot as wide as its box. Pointing at it shows the values there. */
export function Plot({ label, data, height = 260, children }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  const [pointer, setPointer] = useState<number>();
  useEffect(() => {
    const measure = (): void => setWidth(Math.max(MIN_WIDTH, box.current!.clientWidth));
    const resized = new ResizeObserver(measure);
    resized.observe(box.current!);
    measure();
    return () => resized.disconnect();
  }, []);
  const scale = useMemo(() => createPlotScale(data, width, height), [data, width, height]);
  const at = pointer === undefined ? undefined : nearestX(scale, data.xs, pointer);
  const point = ({ clientX }: PointerEvent): void => setPointer(clientX - box.current!.getBoundingClientRect().left);
  return (
    <figure class="plot">
      <div ref={box} onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPointer(undefined)}>
        {width > 0 && (
          <svg class="curves-box" width={width} height={height} role="img" aria-label={label}>
            <PlotAxes data={data} scale={scale} />
            <PlotCurves data={data} scale={scale} />
            {at !== undefined && <PlotCursor data={data} scale={scale} at={at} />}
          </svg>
        )}
      </div>
      <Legend data={data} at={at} />
      {children && (
        <details>
          <summary>As a table</summary>
          {children}
        </details>
      )}
    </figure>
  );
}

interface LegendProps {
  readonly data: PlotData;
  /** Index of the x that is pointed at. */
  readonly at: number | undefined;
}

/** A single curve needs no name, but its values. The picture's own label is read aloud in place of both. */
function Legend({ data, at }: LegendProps) {
  const { curves } = data;
  return (
    <ul class="legend" aria-hidden="true">
      {curves.map((curve, index) => (
        <li key={curve.name}>
          {curves.length > 1 && (
            <svg viewBox="0 0 24 8">
              <line x1="0" x2="24" y1="4" y2="4" {...strokeOf(index)} />
            </svg>
          )}
          {curves.length > 1 && `${curve.name} `}
          <span>{at !== undefined && formatAt(curve, at, data.formatY)}</span>
        </li>
      ))}
      <li class="at">{at !== undefined && formatX(data, data.xs[at]!)}</li>
    </ul>
  );
}

function formatX({ xKind, xTitle }: PlotData, x: number): string {
  return xKind === 'time' ? formatMoment(x).slice(0, 16) : `${formatThousands(x)} ${xTitle}`;
}

function formatAt(curve: PlotData['curves'][number], at: number, formatY: PlotData['formatY']): string {
  const [y, low, high] = [curve.y[at], curve.low?.[at], curve.high?.[at]];
  if (typeof y !== 'number') return '';
  if (typeof low !== 'number' || typeof high !== 'number') return formatY(y);
  return `${formatY(y)} (${formatY(low)} to ${formatY(high)})`;
}
