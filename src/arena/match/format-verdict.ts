/** A match's verdict in a sentence, with the names of those that were in their own way. */
import { likelihoodOfSuperiority } from '../../stats/elo.js';
import type { SprtParameters } from '../../stats/sprt.js';
import { evaluateMatch, type StopCondition } from './stop-condition.js';
import { toSample, type MatchTally } from './match-tally.js';
import type { MatchOptions } from './match-options.js';
import type { SideTally } from './side-tally.js';

export function formatVerdict(tally: MatchTally, options: MatchOptions, goal: StopCondition): string {
  return [wordOutcome(tally, options, goal), ...wordTroubles(tally, options)].join(' ');
}

function wordOutcome(tally: MatchTally, { contestants }: MatchOptions, goal: StopCondition): string {
  const [{ name: base }, { name: candidate }] = contestants;
  const after = `after ${tally.pairs} ${tally.pairs === 1 ? 'pair' : 'pairs'}`;
  if (tally.pairs === 0) return 'No pair was played to its end.';
  const verdict = evaluateMatch(tally, goal)?.verdict;
  if (verdict === 'undecided') return `Undecided ${after}: the test needs more to tell "${candidate}" from "${base}".`;
  if (verdict !== undefined)
    return `"${candidate}" ${claimOf(goal.sprt!, verdict)} "${base}": ${verdict} accepted ${after}.`;
  const sample = toSample(tally);
  const score = `"${candidate}" scores ${percent(sample.mean)} against "${base}" ${after}`;
  return `${score}: better with a likelihood of ${percent(likelihoodOfSuperiority(sample))}.`;
}

/** What a hypothesis says of the candidate, in words; H0 stands for an advantage of elo0 at most, H1 for elo1 at least. */
function claimOf({ elo0, elo1 }: SprtParameters, hypothesis: 'H0' | 'H1'): string {
  if (hypothesis === 'H1') return elo0 >= 0 ? 'is better than' : 'is no worse than';
  return elo1 > 0 ? 'is no better than' : 'is worse than';
}

/** Losses that a side brought upon itself say little of how it plays, and much of what has to be mended first. */
function wordTroubles({ sides }: MatchTally, { contestants }: MatchOptions): string[] {
  return sides.flatMap((side, index) => {
    const troubles = [count(side.lostTurns, 'lost', 'turn'), count(side.crashes, 'crashed', 'time')].filter(
      (trouble) => trouble !== undefined,
    );
    if (troubles.length === 0) return [];
    return `"${contestants[index]!.name}" ${troubles.join(' and ')}${reasonOf(side)}.`;
  });
}

function count(times: number, verb: string, noun: string): string | undefined {
  if (times === 0) return undefined;
  return `${verb} ${times} ${noun}${times === 1 ? '' : 's'}`;
}

function reasonOf({ crash, problem }: SideTally): string {
  const reason = crash ?? problem;
  return reason === undefined ? '' : ` (${reason})`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
