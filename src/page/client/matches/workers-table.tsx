/** The workers of a contest that plays on a queue: who they are, how fast, and which of them differ from the others. */
import { MAX_WORKER_ROWS, type WorkerCounts, type WorkerRow } from '../../api/contests.js';
import { formatThousands } from '../format/numbers.js';
import type { Tone } from '../format/tone.js';
import { Badge } from '../kit/badge.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { formatWithSign } from './elo.js';

interface WorkersTableProps {
  readonly workers: readonly WorkerRow[];
  readonly counts: WorkerCounts | undefined;
}

/** A row for each; what was found out about them stands below. */
export function WorkersTable({ workers, counts }: WorkersTableProps) {
  const all = counts === undefined ? 0 : counts.playing + counts.silent + counts.refused;
  return (
    <section class="stack">
      <h2>Workers</h2>
      {workers.length === 0 && <p class="soft">No worker has come yet.</p>}
      {workers.length > 0 && <DataTable caption="Workers" columns={COLUMNS} rows={workers} keyOf={({ id }) => id} />}
      {all > MAX_WORKER_ROWS && <p class="soft">{`and ${formatThousands(all - workers.length)} more`}</p>}
      {workers.flatMap(({ id, name, findings }) =>
        findings.map((finding) => <p key={`${id} ${finding}`}>{`${name}: ${finding}`}</p>),
      )}
    </section>
  );
}

/** The colours of the states; the words say them. */
const TONES: Readonly<Record<WorkerRow['state'], Tone>> = { playing: 'good', silent: 'warning', refused: 'bad' };

const COLUMNS: readonly Column<WorkerRow>[] = [
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
    cell: ({ state, reason, findings }) => (
      <>
        <Badge tone={TONES[state]}>{state}</Badge> {findings.length > 0 && <Badge tone="warning">named</Badge>}
        {reason !== undefined && <span class="soft">{` ${reason}`}</span>}
      </>
    ),
  },
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'A minute', isNumber: true, isMinor: true, cell: ({ gamesPerMinute }) => formatThousands(gamesPerMinute) },
  {
    header: 'Residual',
    title: 'How far the score of its games is from that of all others, in standard errors; nearly always from -3 to 3',
    isNumber: true,
    cell: ({ residual }) => (residual === undefined ? '–' : formatWithSign(residual, 1)),
  },
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
