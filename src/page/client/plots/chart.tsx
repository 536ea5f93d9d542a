/** A chart as SVG: panels above each other over one axis. */
import type { ComponentChildren } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { memo } from '../shell/memo.js';
import {
  createXAxis,
  createYAxis,
  describeValues,
  drawLayer,
  type ChartData,
  type Panel,
  type XAxis,
} from './chart-scale.js';

interface ChartProps {
  readonly data: ChartData;
  /** What the chart shows, in a sentence; for screen readers. */
  readonly label?: string;
  /** The lines of the tooltip at an x (default: the values of the curves). */
  readonly describe?: (x: number) => readonly string[];
  /** Lets the reader choose an x, by dragging anywhere or by keys. */
  readonly slider?: ChartSlider;
  /** The same as a table. */
  readonly children?: ComponentChildren;
}

interface ChartSlider {
  readonly label: string;
  readonly text: string;
  readonly at: number;
  readonly onMove: (x: number) => void;
}

/** A chart as wide as its box. Pointing at it shows the values there. */
export function Chart({ data, label, describe, slider, children }: ChartProps) {
  const area = useRef<HTMLDivElement>(null);
  const [x, setX] = useState<number>();
  const axis = useMemo(() => createXAxis(data), [data]);
  const { xs, ticks, toX } = axis;
  const left = (value: number): string => `${toX(value)}%`;
  const point = (event: PointerEvent): void => {
    const box = area.current!.getBoundingClientRect();
    const pointed = axis.nearest((event.clientX - box.left) / box.width);
    setX(pointed);
    if (pointed !== undefined && (event.buttons & 1) === 1) slider?.onMove(pointed);
  };
  const take = (event: PointerEvent): void => {
    if (slider) area.current!.setPointerCapture(event.pointerId);
    point(event);
  };
  return (
    <figure class="plot">
      <div
        class={slider ? 'plot-area scrubber' : 'plot-area'}
        ref={area}
        role={slider ? undefined : 'img'}
        aria-label={label}
        onPointerDown={take}
        onPointerMove={point}
        onPointerLeave={() => setX(undefined)}
      >
        {data.panels.map((panel, index) => (
          <PanelPlot key={index} panel={panel} axis={axis} />
        ))}
        <div class="axis-below" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick.x} class={toX(tick.x) > 95 ? 'tick end' : 'tick'} style={{ left: left(tick.x) }}>
              {tick.name}
            </span>
          ))}
        </div>
        <svg class="cursor" aria-hidden="true">
          {slider && <line x1={left(slider.at)} x2={left(slider.at)} y2="100%" />}
          {x !== undefined && <line class="pointed" x1={left(x)} x2={left(x)} y2="100%" />}
        </svg>
        {slider && (
          <input
            type="range"
            class="hidden"
            aria-label={slider.label}
            min={xs[0]}
            max={xs.at(-1)}
            value={slider.at}
            aria-valuetext={slider.text}
            onInput={({ currentTarget }) => slider.onMove(currentTarget.valueAsNumber)}
          />
        )}
        {x !== undefined && (
          <p class={toX(x) > 50 ? 'pointed before' : 'pointed'} style={{ left: left(x) }}>
            {(describe?.(x) ?? describeValues(data, x)).map((line) => (
              <span key={line}>{line}</span>
            ))}
          </p>
        )}
      </div>
      {data.xTitle && <p class="x-title small soft">{data.xTitle}</p>}
      {children && (
        <details>
          <summary>As a table</summary>
          {children}
        </details>
      )}
    </figure>
  );
}

/** One panel: grid lines, layers that stretch with the box, marks that keep their size. */
const PanelPlot = memo(function PanelPlot({ panel, axis }: { panel: Panel; axis: XAxis }) {
  const { title, layers, levels = [], height = 190, formatY } = panel;
  const scale = createYAxis(panel);
  const top = (y: number): string => `${scale.toY(y)}%`;
  const lines = [
    ...scale.ticks.map((y) => ({ y, name: formatY(y), kind: y === 0 ? 'zero' : '' })),
    ...levels.map((level) => ({ ...level, kind: 'mark' })),
  ];
  return (
    <>
      <p class={typeof title === 'string' ? 'plot-title soft' : 'plot-title'}>
        {title}
        {layers.map(
          ({ kind, look, name }) =>
            name && (
              <span key={name} class="soft key">
                <svg viewBox="0 0 24 8" aria-hidden="true">
                  <path class={`${kind} ${look}`} d={kind === 'bars' ? 'M8 0h8v8H8Z' : 'M0 4H24'} />
                </svg>
                {name}
              </span>
            ),
        )}
      </p>
      <div class="strip" style={{ height: `${height}px` }} aria-hidden="true">
        {lines.map(({ y, name, kind }) => (
          <span key={`${name} ${y}`} class={`level ${kind}`} style={{ top: top(y) }}>
            <span class="tick">{name}</span>
          </span>
        ))}
        <svg class="curves" viewBox="0 0 100 100" preserveAspectRatio="none">
          {layers.map((layer) => (
            <path
              key={`${layer.kind} ${layer.look}`}
              class={`${layer.kind} ${layer.look}`}
              d={drawLayer(layer, axis, scale)}
              fill={layer.fill}
            />
          ))}
        </svg>
        <svg>
          {panel.marks?.map(({ x, y, look, shape }) => (
            <svg key={`${x} ${look}`} x={`${axis.toX(x)}%`} y={top(y)} overflow="visible">
              <path class={`mark ${look}`} d={shape} />
            </svg>
          ))}
        </svg>
      </div>
    </>
  );
});
