/** Formats a match: the line that is shown while it runs, and the report at its end. Called by `compare`. */
import { estimateElo, type EloEstimate } from '../../stats/elo.js';
import type { MatchReport, SideReport } from '../../arena/match/match-report.js';
import { evaluateMatch, type StopCondition } from '../../arena/match/stop-condition.js';
import { toSample, type MatchTally } from '../../arena/match/match-tally.js';
import { formatCount, formatMs, formatPercent, formatSigned } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';

/**
 * One line: games, speed, score, Elo, the state of the test, and an estimate of the time left.
 *
 * @param rate pairs per second of this run.
 */
export function formatProgress(
  tally: MatchTally,
  condition: StopCondition,
  gamesPerPair: number,
  rate: number,
): string {
  const sample = toSample(tally);
  const test = evaluateMatch(tally, condition);
  return [
    formatCount(tally.pairs * gamesPerPair, 'game'),
    `${(rate * gamesPerPair).toFixed(rate < 10 ? 1 : 0)}/s`,
    `score ${formatPercent(sample.mean, 1)}`,
    `Elo ${formatElo(estimateElo(sample))}`,
    ...(test === undefined ? [] : [`LLR ${test.llr.toFixed(2)} (${test.lower.toFixed(2)}, ${test.upper.toFixed(2)})`]),
    formatTimeLeft(pairsLeft(tally, condition), rate),
  ].join('  ');
}

/** The report of a match: the result, the test, a table of the sides, and the verdict in a sentence. */
export function formatMatchReport(report: MatchReport, condition: StopCondition): string {
  const { games, wins, draws, losses, pairs, pentanomial, score, los, llr, llrBounds, turns, seed } = report;
  const { base, candidate, opponents } = report;
  const lines = [
    `"${candidate.name}" (candidate) against "${base.name}" (base): ${formatCount(games, 'game')} in ${formatCount(pairs, 'pair')}, seed ${seed}`,
    `  games   ${wins} won, ${draws} drawn, ${losses} lost: score ${formatPercent(score, 1)}; ${turns.toFixed(0)} turns on average`,
    ...(pentanomial === null ? [] : [`  pairs   ${pentanomial.join(', ')} with 0, ½, 1, 1½, 2 points`]),
    `  Elo     ${formatElo(toEstimate(report))}; probability of being better: ${formatPercent(los, 1)}`,
  ];
  if (condition.sprt !== undefined && llr !== null && llrBounds !== null) {
    const { elo0, elo1, alpha, beta } = condition.sprt;
    const bounds = llrBounds.map((bound) => bound.toFixed(2)).join(', ');
    lines.push(
      `  SPRT    LLR ${llr.toFixed(2)} (${bounds}): H0 ${elo0} Elo, H1 ${elo1} Elo, alpha ${alpha}, beta ${beta}`,
    );
  }
  const rows = [
    ['base', base] as const,
    ['candidate', candidate] as const,
    ...opponents.map((opponent) => ['opponent', opponent] as const),
  ];
  return [...lines, '', formatTable(HEADING, rows.map(toRow)), '', report.sentence].join('\n');
}

const HEADING = ['side', 'name', 'lost turns', 'failures', 'fallbacks', 'crashes', 'p50', 'p99', 'length', 'deaths'];

function toRow([side, report]: readonly [string, SideReport]): string[] {
  const { name, lostTurns, failures, fallbacks, crashes, took, length, deaths } = report;
  const causes = Object.entries(deaths).toSorted(([, one], [, other]) => other - one);
  return [
    side,
    name,
    ...[lostTurns, failures, fallbacks, crashes].map(String),
    formatTook(took.p50),
    formatTook(took.p99),
    length.toFixed(1),
    causes.map(([cause, count]) => `${cause} ${count}`).join(', '),
  ];
}

/** `+12.5 ± 30.1`; if only one end of the interval is finite, that end: `above +120.0`. */
function formatElo({ elo, low, high, error }: EloEstimate): string {
  if (Number.isFinite(error)) return `${formatSigned(elo, 1)} ± ${error.toFixed(1)}`;
  const start = Number.isFinite(elo) ? `${formatSigned(elo, 1)}, ` : '';
  if (Number.isFinite(low)) return `${start}above ${formatSigned(low, 1)}`;
  return Number.isFinite(high) ? `${start}below ${formatSigned(high, 1)}` : 'unknown';
}

function toEstimate({ elo, eloLow, eloHigh, eloError }: MatchReport): EloEstimate {
  return {
    elo: elo ?? Infinity,
    low: eloLow ?? -Infinity,
    high: eloHigh ?? Infinity,
    error: eloError ?? Infinity,
  };
}

/** Extrapolates the LLR so far to its bound. While it is 0, returns all pairs up to the limit. */
function pairsLeft(tally: MatchTally, condition: StopCondition): number {
  const max = condition.maxPairs - tally.pairs;
  const test = evaluateMatch(tally, condition);
  if (test === undefined) return max;
  const bound = test.llr > 0 ? test.upper : test.lower;
  const pairs = Math.max(0, (bound / test.llr - 1) * tally.pairs);
  return Number.isFinite(pairs) ? Math.min(max, pairs) : max;
}

function formatTimeLeft(pairs: number, rate: number): string {
  if (rate <= 0) return 'time left unknown';
  const seconds = Math.ceil(pairs / rate);
  return seconds < 120 ? `about ${seconds} s left` : `about ${Math.ceil(seconds / 60)} min left`;
}

/** Three decimals below 1 ms: fast strategies differ only there. */
function formatTook(ms: number): string {
  return formatMs(ms, ms < 1 ? 3 : 1);
}
