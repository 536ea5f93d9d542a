/** Errors, times and deaths of the contestants. */
import { describeCause } from '../../../rules/describe-death.js';
import type { ContestantReport } from '../../../views/contest-report.js';
import { formatShare, formatThousands } from '../../../views/numbers.js';
import { formatSpread } from '../../../views/times.js';
import { FALLBACKS, LOST_TURNS, SPREAD } from '../../../views/words.js';
import { TableSection, type Column } from '../kit/data-table.js';

export function ContestantsTable({ contestants }: { contestants: readonly ContestantReport[] }) {
  const problems = contestants.flatMap(({ name, crash, problem }) => {
    const reason = crash ?? problem;
    return reason === null ? [] : { name, reason };
  });
  const hasPondered = contestants.some(({ pondered }) => pondered !== undefined);
  return (
    <TableSection
      caption="Errors, times, deaths"
      columns={[...COLUMNS, hasPondered && FOUND]}
      rows={contestants}
      keyOf={({ name }) => name}
    >
      {problems.map(({ name, reason }) => (
        <p key={name}>{`${name}: ${reason}`}</p>
      ))}
    </TableSection>
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
  { header: 'Lost turns', title: LOST_TURNS, isNumber: true, cell: ({ lostTurns }) => formatThousands(lostTurns) },
  { header: 'Failures', isNumber: true, isMinor: true, cell: ({ failures }) => formatThousands(failures) },
  {
    header: 'Fallbacks',
    title: FALLBACKS,
    isNumber: true,
    isMinor: true,
    cell: ({ fallbacks }) => formatThousands(fallbacks),
  },
  { header: 'Crashes', isNumber: true, isMinor: true, cell: ({ crashes }) => formatThousands(crashes) },
  {
    header: 'Time',
    title: SPREAD,
    isNumber: true,
    cell: ({ took }) => formatSpread(took),
  },
  {
    header: 'Length',
    title: 'Mean length at the end of a game, in cells',
    isNumber: true,
    isMinor: true,
    cell: ({ length }) => length.toFixed(1),
  },
  { header: 'Died of', isMinor: true, cell: ({ deaths }) => formatDeaths(deaths) },
];

const FOUND: Column<ContestantReport> = {
  header: 'Pondered',
  title: 'Share of turns that it had expected when it pondered',
  isNumber: true,
  cell: ({ pondered }) => (pondered === undefined ? '–' : formatShare(pondered.found / pondered.turns)),
};

function formatDeaths(deaths: ContestantReport['deaths']): string {
  const causes = Object.entries(deaths).sort(([, a], [, b]) => b - a);
  return causes.map(([cause, count]) => `${formatThousands(count)} ${describeCause(cause)}`).join(', ') || '–';
}
