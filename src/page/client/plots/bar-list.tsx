/** Counts by name as bars, the figures beside them: a table that can also be seen. */
import { formatShare, formatThousands } from '../format/numbers.js';

interface BarListProps {
  /** Says what is counted; read aloud. */
  readonly caption: string;
  readonly counts: readonly (readonly [name: string, count: number])[];
}

/** One row for each count, with its share of all. */
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
