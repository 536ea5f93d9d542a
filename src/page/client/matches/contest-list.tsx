/** The contests of this machine: those that run now with a line that is kept up to date, and those that are over. */
import { useEffect } from 'preact/hooks';
import type { ContestLine } from '../../api/contests.js';
import { formatThousands } from '../format/numbers.js';
import { Bar } from '../kit/bar.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { TimeAgo } from '../kit/time-ago.js';
import { pageUrl } from '../shell/location.js';
import { useFetched } from '../shell/use-fetched.js';
import { ContestState } from './contest-state.js';

/** How often the list is asked for while it is seen, in ms. */
const INTERVAL_MS = { running: 2000, none: 10_000 };

/** The list; nothing if there are none. */
export function ContestList() {
  const found = useFetched<readonly ContestLine[]>('/api/contests');
  const lines = found.state === 'loaded' ? found.value : [];
  const interval = lines.some(({ state }) => state === 'running') ? INTERVAL_MS.running : INTERVAL_MS.none;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && found.again(), interval);
    return () => clearInterval(timer);
  }, [interval]);
  if (lines.length === 0) return null;
  return (
    <section class="stack">
      <h2>Contests on this machine</h2>
      <DataTable
        caption="Contests on this machine"
        columns={COLUMNS}
        rows={lines}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => pageUrl({ page: 'match', id })}
      />
    </section>
  );
}

const COLUMNS: readonly Column<ContestLine>[] = [
  { header: 'Contest', cell: ({ title }) => title },
  { header: 'State', cell: (contest) => <ContestState contest={contest} /> },
  { header: 'So far', cell: ({ line }) => line },
  {
    header: 'Games',
    isNumber: true,
    isMinor: true,
    cell: ({ games, pairs, maxPairs, state }) => (
      <>
        {formatThousands(games)}
        {state !== 'over' && <Bar label={`${pairs} of at most ${maxPairs} pairs`} value={pairs} max={maxPairs} />}
      </>
    ),
  },
  {
    header: 'A minute',
    isNumber: true,
    isMinor: true,
    cell: ({ gamesPerMinute }) => formatThousands(gamesPerMinute),
  },
  { header: 'Began', isMinor: true, cell: ({ startedAt }) => <TimeAgo at={startedAt} /> },
];
