/** A match's verdict in a sentence, with what the contestants lost by their own errors. */
import { likelihoodOfSuperiority } from '../../stats/elo.js';
import type { SprtParameters } from '../../stats/sprt.js';
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
  const after = `after ${tally.pairs} ${tally.pairs === 1 ? 'pair' : 'pairs'}`;
  if (tally.pairs === 0) return 'No pair was played to its end.';
  const verdict = evaluateMatch(tally, condition)?.verdict;
  if (verdict === 'undecided') return `Undecided ${after}: the test needs more to tell "${candidate}" from "${base}".`;
  if (verdict !== undefined) {
    return `"${candidate}" ${formatClaim(condition.sprt!, verdict)} "${base}": ${verdict} accepted ${after}.`;
  }
  const sample = toSample(tally);
  const score = `"${candidate}" scores ${percent(sample.mean)} against "${base}" ${after}`;
  return `${score}: better with a likelihood of ${percent(likelihoodOfSuperiority(sample))}.`;
}

/** What a hypothesis claims about the candidate: H0 an advantage of at most elo0, H1 one of at least elo1. */
function formatClaim({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

/** Lost turns and crashes say little about how a contestant plays, and much about what to repair first. */
function formatErrors({ sides }: MatchTally, { contestants }: MatchOptions): string[] {
  return sides.flatMap((side, index) => {
    const errors = [formatCount('lost', side.lostTurns, 'turn'), formatCount('crashed', side.crashes, 'time')].filter(
      (error) => error !== undefined,
    );
    if (errors.length === 0) return [];
    return `"${contestants[index]!.name}" ${errors.join(' and ')}${formatReason(side)}.`;
  });
}

function formatCount(verb: string, count: number, noun: string): string | undefined {
  if (count === 0) return undefined;
  return `${verb} ${count} ${noun}${count === 1 ? '' : 's'}`;
}

function formatReason({ crash, problem }: SideTally): string {
  const reason = crash ?? problem;
  return reason === undefined ? '' : ` (${reason})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
