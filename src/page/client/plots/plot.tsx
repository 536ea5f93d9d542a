/** A plot of curves with their bands, drawn by uPlot. What it shows is also there as a sentence and as a table. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import UPlot from 'uplot';
import { createPlotOptions } from './plot-options.js';
import type { PlotData } from './plot-data.js';
import { PlotLegend } from './plot-legend.js';

interface PlotProps {
  /** What the plot shows, in a sentence; read aloud in place of the picture. */
  readonly label: string;
  readonly data: PlotData;
  /** In CSS pixels. */
  readonly height?: number;
  /** The same as a table. */
  readonly children?: ComponentChildren;
}

/** A plot as wide as its box. New data redraw it in place. */
export function Plot({ label, data, height = 260, children }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>();
  const shown = useRef(data);
  shown.current = data;
  const [row, setRow] = useState<number>();
  const shape = shapeOf(data);
  useEffect(() => {
    const element = box.current!;
    const create = (): void => {
      plot.current?.destroy();
      const size = { width: Math.max(200, element.clientWidth), height };
      plot.current = new UPlot(
        { ...createPlotOptions(() => shown.current, element, setRow), ...size },
        shown.current.table,
        element,
      );
    };
    create();
    const resized = new ResizeObserver(() => {
      const width = Math.max(200, element.clientWidth);
      if (plot.current && plot.current.width !== width) plot.current.setSize({ width, height });
    });
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    scheme.addEventListener('change', create);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', create);
      plot.current?.destroy();
      plot.current = undefined!;
    };
  }, [shape, height]);
  useEffect(() => plot.current?.setData(data.table), [data.table]);
  return (
    <figure class="plot">
      <div ref={box} role="img" aria-label={label} />
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

/** With another shape the plot is made anew; with the same, new data are enough. */
function shapeOf({ curves, xKind, marks, range, yTitle }: PlotData): string {
  return JSON.stringify([curves.map(({ name, hasBand }) => [name, hasBand]), xKind, marks, range, yTitle]);
}
