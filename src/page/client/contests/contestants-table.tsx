/** What the contestants lost by their own errors, the time they took, and what they died of. */
import { describeCause } from '../../../rules/describe-death.js';
import type { ContestantReport } from '../../../arena/contest/report.js';
import { formatShare, formatThousands } from '../format/numbers.js';
import { formatSpread } from '../format/times.js';
import { DataTable, type Column } from '../kit/data-table.js';

export function ContestantsTable({ contestants }: { contestants: readonly ContestantReport[] }) {
  const problems = contestants.flatMap(({ name, crash, problem }) => {
    const reason = crash ?? problem;
    return reason === null ? [] : { name, reason };
  });
  const columns = contestants.some(({ pondered }) => pondered !== undefined) ? [...COLUMNS, FOUND] : COLUMNS;
  return (
    <section class="stack">
      <h2>Errors, times, deaths</h2>
      <DataTable caption="Errors, times, deaths" columns={columns} rows={contestants} keyOf={({ name }) => name} />
      {problems.map(({ name, reason }) => (
        <p key={name}>{`${name}: ${reason}`}</p>
      ))}
    </section>
  );
}

const COLUMNS: readonly Column<ContestantReport>[] = [
  {
    header: 'Snake',
    cell: ({ name, label }) => (
      <>
        {name}
        {label !== name && <span class="soft">{` ${label}`}</span>}
      </>
    ),
  },
  { header: 'Lost turns', isNumber: true, cell: ({ lostTurns }) => formatThousands(lostTurns) },
  { header: 'Failures', isNumber: true, isMinor: true, cell: ({ failures }) => formatThousands(failures) },
  { header: 'Fallbacks', isNumber: true, isMinor: true, cell: ({ fallbacks }) => formatThousands(fallbacks) },
  { header: 'Crashes', isNumber: true, isMinor: true, cell: ({ crashes }) => formatThousands(crashes) },
  {
    header: 'Time',
    title: 'Half of the answers, and 99 %, took at most this',
    isNumber: true,
    cell: ({ took }) => formatSpread(took),
  },
  { header: 'Length', isNumber: true, isMinor: true, cell: ({ length }) => length.toFixed(1) },
  { header: 'Died of', isMinor: true, cell: ({ deaths }) => formatDeaths(deaths) },
];

const FOUND: Column<ContestantReport> = {
  header: 'Found',
  title: 'Turns that it had expected when it pondered',
  isNumber: true,
  cell: ({ pondered }) => (pondered === undefined ? '–' : formatShare(pondered.found / pondered.turns)),
};

function formatDeaths(deaths: ContestantReport['deaths']): string {
  const causes = Object.entries(deaths).sort(([, a], [, b]) => b - a);
  return causes.map(([cause, count]) => `${formatThousands(count)} ${describeCause(cause)}`).join(', ') || '–';
}
