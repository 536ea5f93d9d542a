/** Formats a tournament: the progress line, and the tables at its end. */
import type { ParticipantReport, TournamentReport } from '../../arena/contest/report.js';
import { Z95 } from '../../stats/normal.js';
import { formatCount, formatPercent, formatSigned } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';
import { wrapText } from '../../terminal/wrap-text.js';
import { formatSpeed, formatTimeLeft } from '../../terminal/progress.js';
import { formatErrors, formatLabelled } from '../contest/format-contestants.js';

const SKILL = 'skill: a rating by ranks with its 95 % error, also in larger games; a newcomer has 25.0 ± 16.3';

/** The progress line names this many of the best. */
const SHOWN = 3;

/**
 * One line: games, speed, the best with their ratings, and an estimate of the time left.
 *
 * @param rate pairs per second of this run.
 */
export function formatStandings(report: TournamentReport, maxPairs: number, rate: number): string {
  const { pairs, perGame } = report;
  const left = formatTimeLeft(maxPairs - pairs, rate);
  return [...formatSpeed(pairs, perGame, rate), ...(pairs === 0 ? [] : [formatBest(report)]), left].join('  ');
}

function formatBest({ participants }: TournamentReport): string {
  return participants
    .slice(0, SHOWN)
    .map((one) => `${one.name} ${formatRating(one)}`)
    .join(', ');
}

/** The report: participants, ratings, cross table, errors, and an explanation. */
export function formatTournament(report: TournamentReport, width: number): string {
  const { games, pairs, perGame, isGauntlet, turns, seed, participants } = report;
  const size = perGame === 2 ? '' : ` of ${perGame} snakes`;
  const kind = isGauntlet ? 'gauntlet' : 'tournament';
  const played = `${games}${size} in ${formatCount(pairs, 'pair')}, seed ${printable(seed)}; ${turns.toFixed(0)} turns on average`;
  return [
    ...wrapText(printable(`${kind} of ${formatCount(participants.length, 'snake')}`), width),
    ...formatLabelled('games', played, width),
    '',
    formatRatings(report, width),
    ...wrapText(SKILL, width),
    '',
    formatCrossTable(participants, width),
    '',
    formatErrors(
      'snake',
      participants.map((one) => [one.name, one] as const),
      width,
    ),
    ...report.remarks.flatMap((remark) => ['', ...wrapText(printable(remark), width)]),
  ].join('\n');
}

function formatRatings({ participants, perGame }: TournamentReport, width: number): string {
  const isDuel = perGame === 2;
  const heading = ['', 'snake', ...(isDuel ? ['Elo'] : []), 'skill', 'score', 'games', 'won', 'drawn', 'lost'];
  const rows = participants.map((one, index) => [
    String(index + 1),
    one.name,
    ...(isDuel ? [formatRating(one)] : []),
    formatSkill(one),
    formatPercent(one.score, 1),
    ...[one.games, one.wins, one.draws, one.losses].map(String),
  ]);
  return formatTable(heading, rows, { width, wraps: [1] });
}

/** The score of the row against each of the columns, which are numbered like the rows. */
function formatCrossTable(participants: readonly ParticipantReport[], width: number): string {
  const rows = participants.map(({ name, against }, index) => [
    `${index + 1} ${name}`,
    ...against.map((one) => {
      if (one === null) return '-';
      return one.games === 0 ? '.' : formatPercent(one.points / one.games);
    }),
  ]);
  return formatTable(['score against', ...participants.map((_, index) => String(index + 1))], rows, { width });
}

function formatRating({ elo, eloError, skill }: ParticipantReport): string {
  if (elo === null || eloError === null) return formatSkill({ skill });
  return `${formatSigned(elo, 0)} ± ${eloError.toFixed(0)}`;
}

function formatSkill({ skill }: Pick<ParticipantReport, 'skill'>): string {
  return `${skill.mean.toFixed(1)} ± ${(Z95 * skill.deviation).toFixed(1)}`;
}
