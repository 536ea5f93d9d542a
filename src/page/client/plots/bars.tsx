/** Figures of a table as bars: counts by name, and estimates with their intervals. */
import { formatShare, formatThousands } from '../../../views/numbers.js';

interface BarListProps {
  /** Says what is counted; read aloud. */
  readonly caption: string;
  readonly counts: readonly (readonly [name: string, count: number])[];
}

export function BarList({ caption, counts }: BarListProps) {
  const longest = Math.max(1, ...counts.map(([, count]) => count));
  const all = counts.reduce((sum, [, count]) => sum + count, 0);
  return (
    <table class="bars">
      <caption class="hidden">{caption}</caption>
      <tbody>
        {counts.map(([name, count]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
                <rect width={(100 * count) / longest} height="10" />
              </svg>
              <span>{`${formatThousands(count)} (${formatShare(count / Math.max(1, all))})`}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface IntervalBarProps {
  /** Says what is estimated, with the figures; read aloud. */
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The ends of the line. */
  readonly range?: readonly [number, number];
}

/** A line with a thick part from `low` to `high` and a stroke at `value`. */
export function IntervalBar({ label, value, low, high, range = [0, 1] }: IntervalBarProps) {
  const [from, to] = range;
  const at = (x: number): number => 2 + (96 * (Math.min(to, Math.max(from, x)) - from)) / (to - from || 1);
  return (
    <svg class="interval" role="img" aria-label={label} viewBox="0 0 100 12" preserveAspectRatio="none">
      <line class="axis" x1="0" x2="100" y1="6" y2="6" />
      <line class="range" x1={at(low)} x2={at(high)} y1="6" y2="6" />
      <line class="value" x1={at(value)} x2={at(value)} y1="1" y2="11" />
    </svg>
  );
}
