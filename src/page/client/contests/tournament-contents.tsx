/** A tournament: the ratings with their errors, and the score of each against each. */
import type { ParticipantReport, TournamentReport } from '../../../arena/contest/report.js';
import { formatShare, formatThousands, keepUnits } from '../format/numbers.js';
import { formatSigned } from '../../../terminal/format-numbers.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { IntervalBar } from '../plots/bars.js';
import { formatCounts } from '../studies/shares.js';
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
      <section class="stack">
        <h2>Ratings</h2>
        <DataTable
          caption="Ratings"
          columns={ratingColumns(participants)}
          rows={participants}
          keyOf={({ name }) => name}
        />
      </section>
      <section class="stack">
        <h2>Each against each</h2>
        <CrossTable participants={participants} />
      </section>
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
    { header: 'Score', isNumber: true, cell: ({ score }) => formatShare(score) },
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

function CrossTable({ participants }: { participants: readonly ParticipantReport[] }) {
  return (
    <div class="table-box" role="region" aria-label="Each against each" tabIndex={0}>
      <table class="data cross">
        <caption class="hidden">Score of each row against each column</caption>
        <thead>
          <tr>
            <th scope="col">Score against</th>
            {participants.map(({ name }, index) => (
              <th key={name} scope="col" class="number" title={name} aria-label={name}>
                {index + 1}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {participants.map(({ name, against }, index) => (
            <tr key={name}>
              <th scope="row">{`${index + 1} ${name}`}</th>
              {against.map((one, column) => (
                <CrossCell key={participants[column]?.name} one={one} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CrossCell({ one }: { one: ParticipantReport['against'][number] }) {
  if (one === null) return <td class="soft">–</td>;
  if (one.games === 0) return <td class="soft">·</td>;
  const score = one.points / one.games;
  const tone = score > 0.5 ? 'won' : score < 0.5 ? 'lost' : undefined;
  return (
    <td class={tone} title={`${one.points} points in ${one.games} games`}>
      {formatShare(score)}
    </td>
  );
}
