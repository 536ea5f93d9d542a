/** The workers of a contest that plays on a queue: who they are, how fast, what they do. */
import type { WorkerCounts, WorkerView } from '../../api/contests.js';
import { formatThousands } from '../format/numbers.js';
import type { Tone } from '../format/words.js';
import { Badge } from '../kit/badge.js';
import { DataTable, type Column } from '../kit/data-table.js';

interface WorkersTableProps {
  readonly workers: readonly WorkerView[];
  readonly counts: WorkerCounts | undefined;
}

export function WorkersTable({ workers, counts }: WorkersTableProps) {
  const all = counts === undefined ? 0 : counts.playing + counts.silent + counts.refused;
  return (
    <section class="stack">
      <h2>Workers</h2>
      {workers.length === 0 && <p class="soft">No worker has come yet.</p>}
      {workers.length > 0 && <DataTable caption="Workers" columns={COLUMNS} rows={workers} keyOf={({ id }) => id} />}
      {all > workers.length && <p class="soft">{`and ${formatThousands(all - workers.length)} more`}</p>}
    </section>
  );
}

/** The colours of the states; the words say them. */
const TONES: Readonly<Record<WorkerView['state'], Tone>> = { playing: 'good', silent: 'warning', refused: 'bad' };

const COLUMNS: readonly Column<WorkerView>[] = [
  {
    header: 'Worker',
    cell: ({ name, machine }) => (
      <span>
        {name}
        {machine !== name && <span class="soft">{` on ${machine}`}</span>}
      </span>
    ),
  },
  {
    header: 'State',
    cell: ({ state, reason }) => (
      <>
        <Badge tone={TONES[state]}>{state}</Badge>
        {reason !== undefined && <span class="soft">{` ${reason}`}</span>}
      </>
    ),
  },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'A minute', isNumber: true, isMinor: true, cell: ({ gamesPerMinute }) => formatThousands(gamesPerMinute) },
  { header: 'Lost turns', isNumber: true, isMinor: true, cell: ({ lostTurns }) => formatThousands(lostTurns) },
  {
    header: 'Speed',
    title: 'How fast it searches, relative to a reference machine',
    isNumber: true,
    isMinor: true,
    cell: ({ speed }) => speed.toFixed(2),
  },
  {
    header: 'Cores',
    title: 'Games at once, of its cores',
    isNumber: true,
    isMinor: true,
    cell: ({ concurrency, cores }) => `${concurrency} of ${cores}`,
  },
  {
    header: 'Version',
    title: 'Of Serpentarium, on that of Node',
    isMinor: true,
    cell: ({ version, node }) => `${version} on ${node}`,
  },
];
