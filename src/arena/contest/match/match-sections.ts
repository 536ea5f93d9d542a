/** The sections of a match's report: result, test, course, and the figures of its sides. */
import { formatElo, formatFixed, formatPercent, formatSigned } from '../../../views/numbers.js';
import type { SectionCurve, Section, ShownReport } from '../../../views/sections.js';
import { showContestants, showPlayed, type ContestantReport } from '../contestant-report.js';
import { BADGES, eloOf, showElo, showTest } from '../sample-report.js';
import { roleOf } from './match-plan.js';
import type { MatchPoint, MatchReport } from './match-report.js';

/** @param trail its course so far; with few points it is not shown. */
export function showMatch(report: MatchReport, trail: readonly MatchPoint[]): ShownReport {
  const { snakes, opponents, sentence, verdict, normalizedElo, normalizedEloError } = report;
  const names = opponents.map(({ label }) => label).join(', ');
  return {
    badge: verdict === null ? undefined : BADGES[verdict],
    remarks: [sentence],
    sections: [
      ...(names === '' ? [] : [{ kind: 'text', label: 'opponents', text: names } as const]),
      showPlayed(report, snakes),
      ...(snakes === 2 ? showDuels(report) : showPlaces(report)),
      showElo(report),
      ...(normalizedElo === null
        ? []
        : [
            {
              kind: 'text',
              label: 'norm. Elo',
              text: `${formatSigned(normalizedElo, 1)} ± ${normalizedEloError!.toFixed(1)}`,
            } as const,
          ]),
      ...showTest(report),
      ...(trail.length < MIN_POINTS ? [] : showCourse(report, trail)),
      ...showContestants('side', sidesOf(report)),
    ],
  };
}

/** The report of each side of a match after its role. */
export function sidesOf({ base, candidate, opponents }: MatchReport): (readonly [string, ContestantReport])[] {
  const sides = [base, candidate, ...opponents];
  return sides.map((side, index) => [roleOf(index, sides), side]);
}

/** A curve of fewer points would show chance. */
const MIN_POINTS = 5;

const POINTS_OF_PAIRS = ['0 points', '½ point', '1 point', '1½ points', '2 points'];

/** In a duel the candidate's result is enough: the base's is its reverse. */
function showDuels({ candidate: { wins, draws, losses }, score, pentanomial }: MatchReport): Section[] {
  return [
    {
      kind: 'bars',
      label: 'candidate',
      text: `won ${wins}, drew ${draws}, lost ${losses}: score ${formatPercent(score, 1)}`,
      title: 'Games of the candidate',
      counts: Object.entries({ won: wins, drawn: draws, lost: losses }),
      tile: toTile(score),
    },
    {
      kind: 'bars',
      label: 'pairs',
      text: `${pentanomial!.join(', ')} with 0, ½, 1, 1½, 2 points`,
      title: 'Pairs by points of the candidate',
      counts: pentanomial!.map((count, index) => [POINTS_OF_PAIRS[index]!, count]),
    },
  ];
}

/** In larger games, the scores of candidate and base in the same seat, from which the score follows. */
function showPlaces({ base, candidate, score }: MatchReport): Section[] {
  const [ours, theirs] = [formatPercent(candidate.score, 1), formatPercent(base.score, 1)];
  const candidateWon = `won ${candidate.wins} of ${candidate.games} (${candidate.draws} drawn, ${candidate.losses} lost)`;
  const baseWon = `in its place won ${base.wins} of ${base.games} (${base.draws} drawn, ${base.losses} lost)`;
  const sum = `${formatPercent(score, 1)} = 50 % + (${ours} - ${theirs}) / 2`;
  return [
    { kind: 'text', label: 'candidate', text: `${candidateWon}: mean score ${ours}` },
    { kind: 'text', label: 'base', text: `${baseWon}: mean score ${theirs}` },
    { kind: 'text', label: 'score', text: sum, tile: toTile(score) },
  ];
}

function toTile(score: number) {
  return { name: 'Score', figure: formatPercent(score, 1), note: '50 % if both are equally good' };
}

function showCourse(report: MatchReport, trail: readonly MatchPoint[]): SectionCurve[] {
  const after = `after ${report.pairs} pairs`;
  const end = Math.min(800, Math.max(50, widest(trail.slice(Math.floor(trail.length / 8)))));
  const elo: SectionCurve = {
    kind: 'curve',
    title: 'Elo',
    text: `Elo of the candidate ${after}: ${formatElo(eloOf(report))}.`,
    yTitle: 'Elo of the candidate',
    points: trail.map(({ pairs, elo: y, low, high }) => ({ x: pairs, y, low, high })),
    range: [-20, 20],
    limits: [-end, end],
    decimals: 0,
    marks: [{ y: 0, name: '' }],
  };
  const llr = showTest(report).map(({ value, low, high }): SectionCurve => ({
    kind: 'curve',
    title: 'LLR',
    text: `LLR ${after}: ${formatFixed(value, 2)}.`,
    yTitle: 'log-likelihood ratio',
    points: trail.map((point) => ({ x: point.pairs, y: point.llr })),
    range: [low.y, high.y],
    decimals: 1,
    marks: [low, high],
  }));
  return [elo, ...llr];
}

/** The first intervals are so wide that they would leave no room for the rest. */
function widest(points: readonly MatchPoint[]): number {
  const ends = points.flatMap(({ low, high }) => [low, high]).filter((end) => end !== null);
  const most = Math.max(0, ...ends.map(Math.abs));
  return most === 0 ? 400 : Math.ceil(most / 50) * 50;
}
