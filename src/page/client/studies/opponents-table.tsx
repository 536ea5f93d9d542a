/** Whom a snake met, with the result against each. */
import type { OpponentLine } from '../../api/plots.js';
import { formatMany, formatThousands } from '../format/numbers.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { pageUrl } from '../shell/location.js';
import { formatCounts, formatMeanScore, ShareCell } from './shares.js';

interface OpponentsTableProps {
  readonly snake: string;
  readonly opponents: readonly OpponentLine[];
  readonly more: number;
}

/** A row leads to the games against this opponent. */
export function OpponentsTable({ snake, opponents, more }: OpponentsTableProps) {
  if (opponents.length === 0) return null;
  return (
    <section class="stack">
      <h2>Opponents</h2>
      <DataTable
        caption="Opponents"
        columns={COLUMNS}
        rows={opponents}
        keyOf={({ opponent }) => opponent}
        hrefOf={({ opponent }) => pageUrl({ page: 'games' }, { snake, opponent })}
      />
      {more > 0 && <p class="soft">{formatMany(more, 'other opponent')}, met less often, not shown.</p>}
    </section>
  );
}

const COLUMNS: readonly Column<OpponentLine>[] = [
  { header: 'Against', cell: ({ opponent }) => opponent || <span class="soft">without a name</span> },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Won / drawn / lost', isNumber: true, isMinor: true, cell: formatCounts },
  {
    header: 'Won',
    title: 'Games in which the snake was first, whoever was second, with the 95 % interval',
    cell: ({ winRate }) => <ShareCell share={winRate} />,
  },
  { header: 'Score', isNumber: true, cell: ({ score }) => formatMeanScore(score) },
];
