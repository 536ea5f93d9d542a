/** The sections of a tournament's report: ratings with their errors, and the score of each against each. */
import { Z95 } from '../../../stats/normal.js';
import { formatCount, formatPercent, formatSigned } from '../../../views/numbers.js';
import type { SectionCell, ShownReport, SectionTable } from '../../../views/sections.js';
import { showContestants, showPlayed } from '../contestant-report.js';
import type { ParticipantReport, TournamentReport } from './tournament-tally.js';

export function showTournament(report: TournamentReport): ShownReport {
  const { participants, perGame, remarks } = report;
  return {
    remarks,
    sections: [
      showPlayed(report, perGame),
      showRatings(participants),
      showCrossTable(participants),
      ...showContestants(
        'snake',
        participants.map((one) => [one.name, one]),
      ),
    ],
  };
}

const SKILL = 'skill: a rating by ranks with its 95 % error, also in larger games; a newcomer has 25.0 ± 16.3';

function showRatings(participants: readonly ParticipantReport[]): SectionTable {
  const isDuel = participants.every(({ elo }) => elo !== null);
  const ratings = participants.map(ratingOf);
  const range = [Math.min(...ratings.map(({ low }) => low)), Math.max(...ratings.map(({ high }) => high))] as const;
  return {
    kind: 'table',
    title: 'Ratings',
    columns: [
      { header: 'snake', wraps: true },
      ...(isDuel ? [{ header: 'Elo', title: 'With its 95 % interval' }] : []),
      { header: 'skill', title: 'Weng-Lin, with its 95 % interval' },
      { header: 'score', title: '1 for the first place, 0 for the last, even steps between', isNumber: true },
      { header: 'games', isNumber: true },
      ...['won', 'drawn', 'lost'].map((header) => ({ header, isNumber: true, isMinor: true })),
    ],
    rows: participants.map((one, index) => [
      one.name,
      { text: formatRating(one), interval: { ...ratings[index]!, range } },
      ...(isDuel ? [formatSkill(one)] : []),
      formatPercent(one.score, 1),
      one.games,
      one.wins,
      one.draws,
      one.losses,
    ]),
    isNumbered: true,
    note: SKILL,
  };
}

/** The score of the row against each of the columns, which are numbered like the rows. */
function showCrossTable(participants: readonly ParticipantReport[]): SectionTable {
  return {
    kind: 'table',
    title: 'Score of each against each',
    columns: [
      { header: 'score against' },
      ...participants.map(({ name }, index) => ({ header: String(index + 1), title: name, isNumber: true })),
    ],
    rows: participants.map(({ name, against }, index) => [`${index + 1} ${name}`, ...against.map(toCell)]),
  };
}

function toCell(met: ParticipantReport['against'][number]): SectionCell {
  if (met === null) return '-';
  if (met.games === 0) return '.';
  const score = met.points / met.games;
  return {
    text: formatPercent(score),
    title: `${formatCount(met.points, 'point')} in ${formatCount(met.games, 'game')}`,
    tone: score > 0.5 ? 'good' : score < 0.5 ? 'bad' : undefined,
  };
}

/** Elo in duels, skill in larger games. */
export function formatRating({ elo, eloError, skill }: ParticipantReport): string {
  return elo === null || eloError === null
    ? formatSkill({ skill })
    : `${formatSigned(elo, 0)} ± ${eloError.toFixed(0)}`;
}

function ratingOf({ elo, eloError, skill: { mean, deviation } }: ParticipantReport) {
  const [value, error] = elo === null || eloError === null ? [mean, Z95 * deviation] : [elo, eloError];
  return { value, low: value - error, high: value + error };
}

function formatSkill({ skill }: Pick<ParticipantReport, 'skill'>): string {
  return `${skill.mean.toFixed(1)} ± ${(Z95 * skill.deviation).toFixed(1)}`;
}
