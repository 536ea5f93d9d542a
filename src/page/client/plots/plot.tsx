/** A plot of curves with their bands, as SVG. What it shows is also there as a sentence and as a table. */
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { PlotAxes } from './plot-axes.js';
import { PlotCurves, PlotCursor } from './plot-curves.js';
import type { PlotData } from './plot-data.js';
import { PlotLegend } from './plot-legend.js';
import { createPlotScale, rowAt } from './plot-scale.js';

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
  const [place, setPlace] = useState<number>();
  useEffect(() => {
    const measure = (): void => setWidth(Math.max(MIN_WIDTH, box.current!.clientWidth));
    const resized = new ResizeObserver(measure);
    resized.observe(box.current!);
    measure();
    return () => resized.disconnect();
  }, []);
  const scale = useMemo(() => createPlotScale(data, width, height), [data, width, height]);
  const row = place === undefined ? undefined : rowAt(scale, data.table[0], place);
  const point = ({ clientX }: PointerEvent): void => setPlace(clientX - box.current!.getBoundingClientRect().left);
  return (
    <figure class="plot">
      <div ref={box} onPointerMove={point} onPointerDown={point} onPointerLeave={() => setPlace(undefined)}>
        {width > 0 && (
          <svg class="curves-box" width={width} height={height} role="img" aria-label={label}>
            <PlotAxes data={data} scale={scale} />
            <PlotCurves data={data} scale={scale} />
            {row !== undefined && <PlotCursor data={data} scale={scale} row={row} />}
          </svg>
        )}
      </div>
      <PlotLegend data={data} row={row} />
      {children && (
        <details>
          <summary>As a table</summary>
          {children}
        </details>
      )}
    </figure>
  );
}
