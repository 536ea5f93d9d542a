/** A match for people: the line that is shown while it runs, and the report at its end. */
import { estimateElo, type EloEstimate } from '../../stats/elo.js';
import type { MatchReport, SideReport } from '../../arena/match/match-report.js';
import { evaluateMatch, type StopCondition } from '../../arena/match/stop-condition.js';
import { toSample, type MatchTally } from '../../arena/match/match-tally.js';
import { formatTable } from '../../terminal/format-table.js';

/** @param rate pairs per second of this run. */
export function formatProgress(tally: MatchTally, goal: StopCondition, gamesPerPair: number, rate: number): string {
  const sample = toSample(tally);
  const test = evaluateMatch(tally, goal);
  return [
    `${tally.pairs * gamesPerPair} games`,
    `${(rate * gamesPerPair).toFixed(rate < 10 ? 1 : 0)}/s`,
    `score ${percent(sample.mean)}`,
    `Elo ${formatElo(estimateElo(sample))}`,
    ...(test === undefined ? [] : [`LLR ${test.llr.toFixed(2)} (${test.lower.toFixed(2)}, ${test.upper.toFixed(2)})`]),
    formatTimeToGo(pairsToGo(tally, goal), rate),
  ].join('  ');
}

/** Lines for the end of a match. */
export function formatMatchReport(report: MatchReport, goal: StopCondition): string {
  const { games, wins, draws, losses, pairs, pentanomial, score, los, llr, llrBounds, turns, seed } = report;
  const { base, candidate, opponents } = report;
  const lines = [
    `"${candidate.name}" (candidate) against "${base.name}" (base): ${games} games in ${pairs} pairs, seed ${seed}`,
    `  games   ${wins} won, ${draws} drawn, ${losses} lost: score ${percent(score)}; ${turns.toFixed(0)} turns on average`,
    ...(pentanomial === null ? [] : [`  pairs   ${pentanomial.join(', ')} with 0, ½, 1, 1½, 2 points`]),
    `  Elo     ${formatElo(toEstimate(report))}, better with a likelihood of ${percent(los)}`,
  ];
  if (goal.sprt !== undefined && llr !== null && llrBounds !== null) {
    const { elo0, elo1, alpha, beta } = goal.sprt;
    const bounds = llrBounds.map((bound) => bound.toFixed(2)).join(', ');
    lines.push(
      `  SPRT    LLR ${llr.toFixed(2)} (${bounds}): H0 ${elo0} Elo, H1 ${elo1} Elo, alpha ${alpha}, beta ${beta}`,
    );
  }
  const rows = [
    ['base', base] as const,
    ['candidate', candidate] as const,
    ...opponents.map((one) => ['opponent', one] as const),
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
    formatMs(took.p50),
    formatMs(took.p99),
    length.toFixed(1),
    causes.map(([cause, count]) => `${cause} ${count}`).join(', '),
  ];
}

/** With the end that is known where there is but one: `above +120`. */
function formatElo({ elo, low, high, error }: EloEstimate): string {
  if (Number.isFinite(error)) return `${signed(elo)} ± ${error.toFixed(1)}`;
  const most = Number.isFinite(elo) ? `${signed(elo)}, ` : '';
  if (Number.isFinite(low)) return `${most}above ${signed(low)}`;
  return Number.isFinite(high) ? `${most}below ${signed(high)}` : 'unknown';
}

function toEstimate({ elo, eloLow, eloHigh, eloError }: MatchReport): EloEstimate {
  return {
    elo: elo ?? Infinity,
    low: eloLow ?? -Infinity,
    high: eloHigh ?? Infinity,
    error: eloError ?? Infinity,
  };
}

/** As the LLR has gone so far: a guess, and none before it leans to a side. */
function pairsToGo(tally: MatchTally, goal: StopCondition): number {
  const most = goal.maxPairs - tally.pairs;
  const test = evaluateMatch(tally, goal);
  if (test === undefined) return most;
  const bound = test.llr > 0 ? test.upper : test.lower;
  const pairs = Math.max(0, (bound / test.llr - 1) * tally.pairs);
  return Number.isFinite(pairs) ? Math.min(most, pairs) : most;
}

function formatTimeToGo(pairs: number, rate: number): string {
  if (rate <= 0) return 'time to go unknown';
  const seconds = Math.ceil(pairs / rate);
  return seconds < 120 ? `about ${seconds} s to go` : `about ${Math.ceil(seconds / 60)} min to go`;
}

function formatMs(ms: number): string {
  return `${ms < 1 ? ms.toFixed(3) : ms.toFixed(1)} ms`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function signed(elo: number): string {
  return `${elo < 0 ? '' : '+'}${elo.toFixed(1)}`;
}
