/** A plot of curves with their bands, as SVG. What it shows is also there as a sentence and as a table. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatThousands } from '../format/numbers.js';
import { formatMoment } from '../format/times.js';
import { PlotCurves, PlotCursor, strokeOf, type PlotPartProps } from './plot-curves.js';
import type { PlotData } from './plot-data.js';
import { createPlotScale, nearestX } from './plot-scale.js';

interface PlotProps {
  /** What the plot shows, in a sentence; read aloud in place of the picture. */
  readonly label: string;
  readonly data: PlotData;
  readonly height?: number;
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
      <li class="at">{at !== undefined && formatPointX(data, data.xs[at]!)}</li>
    </ul>
  );
}

function formatPointX({ xKind, xTitle }: PlotData, x: number): string {
  return xKind === 'time' ? formatMoment(x).slice(0, 16) : `${formatThousands(x)} ${xTitle}`;
}

function formatAt(curve: PlotData['curves'][number], at: number, formatY: PlotData['formatY']): string {
  const [y, low, high] = [curve.y[at], curve.low?.[at], curve.high?.[at]];
  if (typeof y !== 'number') return '';
  if (typeof low !== 'number' || typeof high !== 'number') return formatY(y);
  return `${formatY(y)} (${formatY(low)} to ${formatY(high)})`;
}

const DAY_MS = 86_400_000;
/** The width of the widest label of the lower axis, in pixels. */
const LABEL_PX = 70;

function PlotAxes({ data, scale }: PlotPartProps) {
  const { box, xTicks, yTicks } = scale;
  const hasHours = (xTicks[1]?.value ?? DAY_MS) - (xTicks[0]?.value ?? 0) < DAY_MS;
  const formatX = (value: number): string => {
    if (data.xKind === 'count') return formatThousands(value);
    return formatMoment(value).slice(...(hasHours ? [5, 16] : [0, 10]));
  };
  return (
    <g class="axes">
      {yTicks.map(({ at, value }) => (
        <g key={value}>
          <line x1={box.left} x2={box.right} y1={at} y2={at} />
          <text x={box.left - 6} y={at} dy="0.35em" text-anchor="end">
            {data.formatY(value)}
          </text>
        </g>
      ))}
      {xTicks.map(({ at, value }) => (
        <g key={value}>
          <line x1={at} x2={at} y1={box.bottom} y2={box.bottom + 4} />
          <text x={at} y={box.bottom + 18} text-anchor={at > box.right - LABEL_PX / 2 ? 'end' : 'middle'}>
            {formatX(value)}
          </text>
        </g>
      ))}
      <text x="0" y="12">
        {data.yTitle}
      </text>
      <text x={box.right} y={box.bottom + 36} text-anchor="end">
        {data.xTitle}
      </text>
      <Marks data={data} scale={scale} />
    </g>
  );
}

function Marks({ data: { marks = [] }, scale: { box, toY } }: PlotPartProps) {
  return (
    <>
      {marks
        .map(({ y, name }) => ({ name, at: toY(y) }))
        .filter(({ at }) => at >= box.top - 1 && at <= box.bottom + 1)
        .map(({ at, name }) => (
          <g key={name} class="level">
            <line x1={box.left} x2={box.right} y1={at} y2={at} />
            <text x={box.left + 6} y={at < box.top + 20 ? at + 14 : at - 5}>
              {name}
            </text>
          </g>
        ))}
    </>
  );
}
