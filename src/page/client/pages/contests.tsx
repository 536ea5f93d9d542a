/**
 * The page *Contests*: the matches, tournaments and tunings of this machine. Those that run have a line that is kept up
 * to date.
 */
import { useEffect } from 'preact/hooks';
import type { ContestLine } from '../../api/contests.js';
import { formatThousands, keepUnits } from '../format/numbers.js';
import { Bar } from '../kit/bar.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { TimeAgo } from '../kit/time-ago.js';
import { pageUrl } from '../shell/location.js';
import { useFetched } from '../shell/use-fetched.js';
import { ContestState } from '../contests/contest-state.js';

/** How often the list is asked for while it is seen, in ms. */
const INTERVAL_MS = { running: 2000, none: 10_000 };

export function ContestsPage() {
  const found = useFetched<readonly ContestLine[]>('/api/contests');
  const lines = found.state === 'loaded' ? found.value : [];
  const interval = lines.some(({ state }) => state === 'running') ? INTERVAL_MS.running : INTERVAL_MS.none;
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && found.again(), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return (
    <>
      <h1>Contests</h1>
      {found.state === 'loading' && <Loading />}
      {found.state === 'failed' && <Failed error={found.error} onRetry={found.again} />}
      {found.state === 'loaded' && lines.length === 0 && (
        <Empty title="No contest runs on this machine.">
          Matches, tournaments and tunings appear here once they run with <code>--browser</code>.
        </Empty>
      )}
      {lines.length > 0 && (
        <DataTable
          caption="Contests on this machine"
          columns={COLUMNS}
          rows={lines}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => pageUrl({ page: 'contest', id })}
        />
      )}
    </>
  );
}

const COLUMNS: readonly Column<ContestLine>[] = [
  { header: 'Contest', cell: ({ title }) => title },
  { header: 'State', cell: (contest) => <ContestState contest={contest} /> },
  { header: 'So far', cell: ({ line }) => keepUnits(line) },
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
