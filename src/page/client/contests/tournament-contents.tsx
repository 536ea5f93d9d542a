/** A tournament: ratings with their errors, and the score of each against each. */
import type { ParticipantReport, TournamentReport } from '../../../views/contest-report.js';
import { formatMany, formatShare, formatThousands, keepUnits, formatSigned } from '../../../views/numbers.js';
import { TableSection, type Column } from '../kit/data-table.js';
import { Badge } from '../kit/figures.js';
import { IntervalBar } from '../plots/bars.js';
import { formatCounts, SCORE } from '../studies/shares.js';
import { ContestantsTable } from './contestants-table.js';

/** 95 % of a normal distribution. */
const Z95 = 1.96;

export function TournamentContents({ report: { participants, remarks } }: { report: TournamentReport }) {
  return (
    <>
      {remarks.map((remark) => (
        <p key={remark} class="verdict">
          {keepUnits(remark)}
        </p>
      ))}
      <TableSection
        caption="Ratings"
        columns={ratingColumns(participants)}
        rows={participants}
        keyOf={({ name }) => name}
      />
      <TableSection
        caption="Score of each against each"
        columns={crossColumns(participants)}
        rows={participants}
        keyOf={({ name }) => name}
      />
      <ContestantsTable contestants={participants} />
    </>
  );
}

function ratingColumns(participants: readonly ParticipantReport[]): Column<ParticipantReport>[] {
  const ratings = participants.map(ratingOf);
  const range = [
    Math.min(...ratings.map(({ value, error }) => value - error)),
    Math.max(...ratings.map(({ value, error }) => value + error)),
  ] as const;
  return [
    { header: 'Snake', cell: ({ name }) => name },
    {
      header: participants.every(({ elo, eloError }) => elo !== null && eloError !== null) ? 'Elo' : 'Skill',
      title: 'With its 95 % interval',
      cell: (row) => <Rating row={row} range={range} />,
    },
    { header: 'Score', title: SCORE, isNumber: true, cell: ({ score }) => formatShare(score) },
    { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
    { header: 'Won / drawn / lost', isNumber: true, isMinor: true, cell: formatCounts },
    {
      header: 'Skill',
      title: 'Weng-Lin; a newcomer has 25 ± 16',
      isNumber: true,
      isMinor: true,
      cell: ({ skill }) => `${skill.mean.toFixed(1)} ± ${(Z95 * skill.deviation).toFixed(1)}`,
    },
  ];
}

/** Elo in duels, skill in larger games. */
function ratingOf({ elo, eloError, skill }: ParticipantReport) {
  if (elo === null || eloError === null) {
    const error = Z95 * skill.deviation;
    return { value: skill.mean, error, text: `${skill.mean.toFixed(1)} ± ${error.toFixed(1)}` };
  }
  return { value: elo, error: eloError, text: `${formatSigned(elo, 0)} ± ${eloError.toFixed(0)}` };
}

function Rating({ row, range }: { row: ParticipantReport; range: readonly [number, number] }) {
  const { value, error, text } = ratingOf(row);
  return (
    <span class="share rating">
      <span>{text}</span>
      <IntervalBar label={text} value={value} low={value - error} high={value + error} range={range} />
    </span>
  );
}

/** The mean score of each against each. */
function crossColumns(participants: readonly ParticipantReport[]): Column<ParticipantReport>[] {
  const numberOf = (row: ParticipantReport): number => participants.indexOf(row) + 1;
  return [
    { header: 'Score against', cell: (row) => `${numberOf(row)} ${row.name}` },
    ...participants.map((other, index) => ({
      header: String(numberOf(other)),
      title: other.name,
      isNumber: true,
      cell: ({ against }: ParticipantReport) => <CrossCell one={against[index] ?? null} />,
    })),
  ];
}

function CrossCell({ one }: { one: ParticipantReport['against'][number] }) {
  if (one === null || one.games === 0) return <span class="soft">{one === null ? '–' : '·'}</span>;
  const score = one.points / one.games;
  return (
    <Badge
      tone={score > 0.5 ? 'good' : score < 0.5 ? 'bad' : undefined}
      title={`${formatMany(one.points, 'point')} in ${formatMany(one.games, 'game')}`}
    >
      {formatShare(score)}
    </Badge>
  );
}
