/**
 * Finds the worker of a farm that does not do what the others do: the candidate scores otherwise on it, or turns are
 * lost on it. Fishtest and OpenBench show the same as residuals.
 */
import type { PairedDifferences } from '../paired-differences.js';
import { emptyWorkerSums, mergeWorkerSums, withoutWorkerSums, type WorkerSums } from './worker-sums.js';

/** What a worker is suspected of. */
export type WorkerSuspicion = 'scores' | 'trouble';

/** One worker against all the others. */
export interface WorkerJudgement {
  /**
   * How far the mean score of its pairs is from that of all others, in standard errors: nearly always between -3 and 3.
   * Absent before there is anything to compare.
   */
  readonly residual?: number;
  /** Chance is no likely reason for these. */
  readonly suspicions: readonly WorkerSuspicion[];
}

/** The probability that any worker of a good farm is ever suspected of one of the two things. */
export const FALSE_ALARM = 0.01;

/** A worker is not judged by its scores before it has so many: the statistics assume that means are nearly normal. */
const MIN_PAIRS = 20;
/** The number of pairs at which a worker with other scores is found soonest. */
const TUNED_FOR_PAIRS = 100;
/** How much likelier a turn may be lost on a bad machine than elsewhere. */
const ODDS = [2, 8, 32];

/**
 * Judges each worker by its pairs, in the order of `workers`. It may be called after every pair: with the probability 1
 * - {@link FALSE_ALARM} it never suspects any of these workers of `scores` if all do the same, nor of `trouble`.
 *
 * Both tests multiply up evidence whose mean is at most 1 while a worker is like the others, so that the probability
 * that it ever reaches `workers / FALSE_ALARM` is at most `FALSE_ALARM / workers` (Ville's inequality), and
 * {@link FALSE_ALARM} for all of them together (Bonferroni's).
 */
export function judgeWorkers(workers: readonly WorkerSums[]): WorkerJudgement[] {
  const enough = Math.log(workers.length / FALSE_ALARM);
  const byScores = findOdd(workers, enough, scoreEvidence);
  const byTrouble = findOdd(workers, enough, troubleEvidence);
  return workers.map((own, index) => {
    const isOdd = byScores.odd.has(index);
    const residual = residualOf(own.scores, (isOdd ? byScores.rest : withoutWorkerSums(byScores.rest, own)).scores);
    const suspicions: WorkerSuspicion[] = [];
    if (isOdd) suspicions.push('scores');
    if (byTrouble.odd.has(index)) suspicions.push('trouble');
    return { ...(residual !== undefined && { residual }), suspicions };
  });
}

/** The logarithm of the evidence that a worker is not like the others. */
type Evidence = (own: WorkerSums, others: WorkerSums) => number;

/**
 * The workers that are not like the others, the oddest first, and the sums of the rest. One that is found is not among
 * the others any more: a bad worker makes the good ones look bad, too. Of two workers, both are odd.
 */
function findOdd(
  workers: readonly WorkerSums[],
  enough: number,
  evidenceOf: Evidence,
): { readonly odd: ReadonlySet<number>; readonly rest: WorkerSums } {
  const odd = new Set<number>();
  let rest = workers.reduce(mergeWorkerSums, emptyWorkerSums);
  while (odd.size < workers.length - 1) {
    let [most, found] = [-Infinity, -1];
    for (const [index, own] of workers.entries()) {
      const evidence = odd.has(index) ? -Infinity : evidenceOf(own, withoutWorkerSums(rest, own));
      if (evidence > most) [most, found] = [evidence, index];
    }
    if (most < enough) break;
    odd.add(found);
    rest = withoutWorkerSums(rest, workers[found]!);
  }
  const last = workers.findIndex((_, index) => !odd.has(index));
  if (workers.length === 2 && odd.size === 1) return { odd: odd.add(last), rest: emptyWorkerSums };
  return { odd, rest };
}

/**
 * The difference of the means in standard errors. The variance is that within both groups, with one imaginary pair of
 * the largest variance added, so that a few equal scores prove nothing.
 */
function residualOf(own: PairedDifferences, others: PairedDifferences): number | undefined {
  if (own.count === 0 || others.count === 0) return undefined;
  const variance = (own.squares + others.squares + 0.25) / (own.count + others.count + 1);
  return (own.mean - others.mean) / Math.sqrt(variance / effectiveCount(own, others));
}

/** The pairs that a difference of two means is worth. */
function effectiveCount(own: PairedDifferences, others: PairedDifferences): number {
  return (own.count * others.count) / (own.count + others.count);
}

/**
 * The logarithm of the normal mixture of Robbins (1970), "Statistical methods related to the law of the iterated
 * logarithm", Annals of Mathematical Statistics 41(5), equation 17.
 */
function scoreEvidence({ scores: own }: WorkerSums, { scores: others }: WorkerSums): number {
  if (own.count < MIN_PAIRS || others.count < MIN_PAIRS) return -Infinity;
  const residual = residualOf(own, others)!;
  const count = effectiveCount(own, others);
  const sum = count + TUNED_FOR_PAIRS;
  return (residual * residual * count) / (2 * sum) - Math.log(sum / TUNED_FOR_PAIRS) / 2;
}

/**
 * While a worker is like the others, a pair in trouble is one of its own with a probability that is its share of all
 * pairs. The logarithm of the mean likelihood ratio of odds that are higher by {@link ODDS}; it needs no variance, so a
 * single lost turn where there was none before proves nothing.
 */
function troubleEvidence(own: WorkerSums, others: WorkerSums): number {
  if (own.pairs === 0 || others.pairs === 0) return -Infinity;
  const share = own.pairs / (own.pairs + others.pairs);
  const troubled = own.troubled + others.troubled;
  const logs = ODDS.map((odds) => own.troubled * Math.log(odds) - troubled * Math.log1p((odds - 1) * share));
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / ODDS.length);
}
