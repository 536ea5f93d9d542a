/** Formats a match: the progress line, and the report at its end. Called by `compare`. */
import { describeCause } from '../../rules/describe-death.js';
import { sidesOf, type MatchReport } from '../../views/contest-report.js';
import { gamesPerPair, type MatchPlan } from '../../arena/contest/match/match-plan.js';
import {
  evaluateMatch,
  toSample,
  type MatchTally,
  FEW_PAIRS,
  forecastPairs,
} from '../../arena/contest/match/match-tally.js';
import { estimateElo, type EloEstimate } from '../../stats/elo.js';
import { formatChance, formatPercent, formatSigned } from '../../views/numbers.js';
import { formatTable, wrapText } from '../../terminal/format-table.js';
import { printable } from '../../terminal/printable.js';
import { formatSpeed, formatTimeLeft } from '../../terminal/progress.js';
import { formatElo, formatErrors, formatPlayed, formatLabelled } from '../contest/format-contestants.js';

/**
 * One line: games, speed, score, Elo, the state of the test, and an estimate of the time left.
 *
 * @param rate pairs per second of this run.
 */
export function formatProgress(
  tally: MatchTally,
  plan: Pick<MatchPlan, 'snakes' | 'sprt' | 'maxPairs'>,
  rate: number,
): string {
  const sample = toSample(tally);
  const test = evaluateMatch(tally, plan);
  return [
    ...formatSpeed(tally.pairs, gamesPerPair(plan), rate),
    `score ${formatPercent(sample.mean, 1)}`,
    `Elo ${formatElo(estimateElo(sample))}`,
    ...(test === undefined ? [] : [`LLR ${test.llr.toFixed(2)}`]),
    formatTimeLeft(pairsLeft(tally, plan), rate),
  ].join('  ');
}

/** The report of a match, in `width` columns: result, test, two tables of the sides, and the verdict in words. */
export function formatMatchReport(report: MatchReport, width: number): string {
  const { base, candidate, sentence, snakes, opponents } = report;
  const title = `candidate ${candidate.label} against base ${base.label}`;
  const names = opponents.map(({ label }) => label).join(', ');
  return [
    ...wrapText(printable(title), width),
    ...(names === '' ? [] : formatLabelled('opponents', names, width)),
    ...formatPlayed(report, snakes === 2 ? '' : ` of ${snakes} snakes`, width),
    ...resultLines(report).flatMap(([label, text]) => formatLabelled(label, text, width)),
    '',
    formatErrors('side', sidesOf(report), width),
    '',
    formatDeaths(report, width),
    '',
    ...wrapText(printable(sentence), width),
  ].join('\n');
}

function resultLines(report: MatchReport): (readonly [string, string])[] {
  const { snakes, pentanomial, los, llr, llrBounds, normalizedElo, normalizedEloError } = report;
  const pairCounts = pentanomial?.join(', ');
  const { elo0, elo1, alpha, beta } = report.test ?? {};
  const bounds = llrBounds?.map((bound) => bound.toFixed(2)).join(', ');
  return [
    ...(snakes === 2 ? duelLines(report) : placeLines(report)),
    ...(pairCounts === undefined ? [] : [['pairs', `${pairCounts} with 0, ½, 1, 1½, 2 points`] as const]),
    ['Elo', `${formatElo(toEstimate(report))}; probability of being better: ${formatChance(los)}`],
    ...(normalizedElo === null
      ? []
      : [['norm. Elo', `${formatSigned(normalizedElo, 1)} ± ${normalizedEloError!.toFixed(1)}`] as const]),
    ...(llr === null || bounds === undefined
      ? []
      : [
          [
            'SPRT',
            `LLR ${llr.toFixed(2)} (${bounds}): H0 ${elo0} Elo, H1 ${elo1} Elo, alpha ${alpha}, beta ${beta}`,
          ] as const,
        ]),
  ];
}

/** In a duel the candidate's result is enough: the base's is its reverse. */
function duelLines({ candidate, score }: MatchReport): (readonly [string, string])[] {
  const { wins, draws, losses } = candidate;
  return [['candidate', `won ${wins}, drew ${draws}, lost ${losses}: score ${formatPercent(score, 1)}`]];
}

/** In larger games, the scores of candidate and base in the same seat, from which the score follows. */
function placeLines({ base, candidate, score }: MatchReport): (readonly [string, string])[] {
  const [ours, theirs] = [formatPercent(candidate.score, 1), formatPercent(base.score, 1)];
  const candidateWon = `won ${candidate.wins} of ${candidate.games} (${candidate.draws} drawn, ${candidate.losses} lost)`;
  const baseWon = `in its place won ${base.wins} of ${base.games} (${base.draws} drawn, ${base.losses} lost)`;
  return [
    ['candidate', `${candidateWon}: mean score ${ours}`],
    ['base', `${baseWon}: mean score ${theirs}`],
    ['score', `${formatPercent(score, 1)} = 50 % + (${ours} - ${theirs}) / 2`],
  ];
}

/** How each side's games ended, the longest lists on several lines. */
function formatDeaths(report: MatchReport, width: number): string {
  const rows = sidesOf(report).map(([role, { deaths }]) => {
    const causes = Object.entries(deaths).toSorted(([, one], [, other]) => other - one);
    // A count stays on one line with its cause.
    return [
      role,
      causes.map(([cause, count]) => `${count}\u00A0${describeCause(cause).replaceAll(' ', '\u00A0')}`).join(', ') ||
        'nothing',
    ];
  });
  return formatTable(['side', 'died of'], rows, { width, wraps: [1] }).replaceAll('\u00A0', ' ');
}

function toEstimate({ elo, eloLow, eloHigh, eloError }: MatchReport): EloEstimate {
  const [estimate, low, high, error] = [elo, eloLow, eloHigh, eloError].map(Number);
  return { elo: estimate!, low: low!, high: high!, error: error! };
}

/** Pairs until the test decides, at most up to the limit; `undefined` with too few pairs for a forecast. */
export function pairsLeft(tally: MatchTally, plan: Pick<MatchPlan, 'sprt' | 'maxPairs'>): number | undefined {
  const max = plan.maxPairs - tally.pairs;
  if (plan.sprt === undefined) return max;
  const forecast = forecastPairs(tally, plan);
  return forecast === undefined && tally.pairs < FEW_PAIRS ? undefined : Math.min(max, forecast ?? max);
}
