/** The axes of a plot: ticks, titles, and the lines across it. */
import { formatThousands } from '../format/numbers.js';
import { formatMoment } from '../format/times.js';
import type { PlotPartProps } from './plot-curves.js';

const DAY_MS = 86_400_000;
/** The width of the widest label of the lower axis, in pixels. */
const LABEL_PX = 70;

/** Ticks with their values, and the marks with their names. */
export function PlotAxes({ data, scale }: PlotPartProps) {
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
