/** The names of a plot's curves, and their values where it is pointed at. */
import { formatThousands } from '../format/numbers.js';
import { formatMoment } from '../format/times.js';
import type { PlotData } from './plot-data.js';
import { curveColour, dashOf } from './curve-looks.js';

interface PlotLegendProps {
  readonly data: PlotData;
  /** The row of the table that is pointed at. */
  readonly row: number | undefined;
}

/** A single curve needs no name, but its values. The picture's own label is read aloud in place of both. */
export function PlotLegend({ data, row }: PlotLegendProps) {
  const { curves, table, xKind, xTitle } = data;
  const x = row === undefined ? undefined : table[0][row];
  const at = x === undefined ? '' : xKind === 'time' ? formatMoment(x * 1000).slice(0, 16) : formatThousands(x);
  let column = 1;
  return (
    <ul class="legend" aria-hidden="true">
      {curves.map(({ name, hasBand }, index) => {
        const own = column;
        column += hasBand ? 3 : 1;
        return (
          <li key={name}>
            {curves.length > 1 && (
              <svg viewBox="0 0 24 8">
                <line
                  x1="0"
                  x2="24"
                  y1="4"
                  y2="4"
                  stroke={`var(${curveColour(index)})`}
                  stroke-dasharray={dashOf(index).join(' ')}
                />
              </svg>
            )}
            {curves.length > 1 && `${name} `}
            <span>{row === undefined ? '' : formatAt(data, row, own, hasBand)}</span>
          </li>
        );
      })}
      <li class="at">{at === '' || xKind === 'time' ? at : `${at} ${xTitle}`}</li>
    </ul>
  );
}

function formatAt({ table, formatY }: PlotData, row: number, column: number, hasBand: boolean): string {
  const [y, low, high] = [table[column]?.[row], table[column + 1]?.[row], table[column + 2]?.[row]];
  if (typeof y !== 'number') return '';
  if (!hasBand || typeof low !== 'number' || typeof high !== 'number') return formatY(y);
  return `${formatY(y)} (${formatY(low)} to ${formatY(high)})`;
}
