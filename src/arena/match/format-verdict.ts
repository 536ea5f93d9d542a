/** The verdict of a match as a sentence, with the turns and games that contestants lost by their own errors. */
import { likelihoodOfSuperiority } from '../../stats/elo.js';
import type { SprtParameters } from '../../stats/sprt.js';
import { formatCount, formatPercent } from '../../terminal/format-numbers.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';
import type { SideTally } from './side-tally.js';

/** The verdict for people: what the match has shown, then the errors of each contestant. */
export function formatVerdict(tally: MatchTally, options: MatchOptions, condition: StopCondition): string {
  return [formatOutcome(tally, options, condition), ...formatErrors(tally, options)].join(' ');
}

function formatOutcome(tally: MatchTally, { contestants }: MatchOptions, condition: StopCondition): string {
  const [{ name: base }, { name: candidate }] = contestants;
  const after = `after ${formatCount(tally.pairs, 'pair')}`;
  if (tally.pairs === 0) return 'No pair was played to its end.';
  const verdict = evaluateMatch(tally, condition)?.verdict;
  if (verdict === 'undecided')
    return `Undecided ${after}: the test needs more pairs to tell "${candidate}" from "${base}".`;
  if (verdict !== undefined) {
    return `"${candidate}" ${formatClaim(condition.sprt!, verdict)} "${base}": ${verdict} accepted ${after}.`;
  }
  const sample = toSample(tally);
  const score = `"${candidate}" scores ${formatPercent(sample.mean, 1)} against "${base}" ${after}`;
  return `${score}: better with a likelihood of ${formatPercent(likelihoodOfSuperiority(sample), 1)}.`;
}

/** What a hypothesis claims about the candidate: H0 an advantage of at most elo0, H1 one of at least elo1. */
function formatClaim({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

/** People should repair lost turns and crashes before they trust the score. */
function formatErrors({ sides }: MatchTally, { contestants }: MatchOptions): string[] {
  return sides.flatMap((side, index) => {
    const errors = [
      ...(side.lostTurns === 0 ? [] : [`lost ${formatCount(side.lostTurns, 'turn')}`]),
      ...(side.crashes === 0 ? [] : [`crashed ${formatCount(side.crashes, 'time')}`]),
    ];
    if (errors.length === 0) return [];
    return `"${contestants[index]!.name}" ${errors.join(' and ')}${formatReason(side)}.`;
  });
}

function formatReason({ crash, problem }: SideTally): string {
  const reason = crash ?? problem;
  return reason === undefined ? '' : ` (${reason})`;
}
