/** Counts by name as bars, the figures beside them: a table that can also be seen. */
import type { ComponentChildren } from 'preact';

interface BarListProps {
  /** Says what is counted; read aloud. */
  readonly caption: string;
  readonly rows: readonly {
    readonly name: ComponentChildren;
    readonly count: number;
    /** Beside the bar. */
    readonly figure: ComponentChildren;
    readonly key: string;
  }[];
  /** The longest bar; the largest count unless given. */
  readonly max?: number;
}

/** One row for each count. */
export function BarList({ caption, rows, max }: BarListProps) {
  const longest = max ?? Math.max(1, ...rows.map(({ count }) => count));
  return (
    <table class="bars">
      <caption class="hidden">{caption}</caption>
      <tbody>
        {rows.map(({ key, name, count, figure }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td>
              <svg aria-hidden="true" viewBox="0 0 100 10" preserveAspectRatio="none">
                <rect width={(100 * count) / longest} height="10" />
              </svg>
              <span>{figure}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
