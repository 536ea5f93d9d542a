/** What each worker of a farm has played, added up; `judge-workers.ts` compares workers by it. */
import { addDifference, emptyDifferences, type PairedDifferences } from '../paired-differences.js';

/** The pairs of one worker. Plain data. */
export interface WorkerSums {
  readonly pairs: number;
  /** Pairs in which a turn was lost or a strategy crashed. */
  readonly troubled: number;
  /** Of the pairs that have a score. */
  readonly scores: PairedDifferences;
}

/** Before the first pair. */
export const emptyWorkerSums: WorkerSums = Object.freeze({ pairs: 0, troubled: 0, scores: emptyDifferences });

/** The sums with one more pair. `score`: of the candidate, from 0 to 1; absent if the contest has no candidate. */
export function addWorkerPair(
  { pairs, troubled, scores }: WorkerSums,
  { score, isTroubled }: { readonly score: number | undefined; readonly isTroubled: boolean },
): WorkerSums {
  return {
    pairs: pairs + 1,
    troubled: troubled + Number(isTroubled),
    scores: score === undefined ? scores : addDifference(scores, score),
  };
}

/** All pairs of both. */
export function mergeWorkerSums(one: WorkerSums, other: WorkerSums): WorkerSums {
  return {
    pairs: one.pairs + other.pairs,
    troubled: one.troubled + other.troubled,
    scores: mergeDifferences(one.scores, other.scores),
  };
}

/** The pairs of `all` that are not in `part`, which must be a part of it. */
export function withoutWorkerSums(all: WorkerSums, part: WorkerSums): WorkerSums {
  return {
    pairs: all.pairs - part.pairs,
    troubled: all.troubled - part.troubled,
    scores: withoutDifferences(all.scores, part.scores),
  };
}

/**
 * Chan, Golub and LeVeque (1983), "Algorithms for computing the sample variance", The American Statistician 37(3): the
 * sums of two samples from those of each.
 */
function mergeDifferences(one: PairedDifferences, other: PairedDifferences): PairedDifferences {
  const count = one.count + other.count;
  if (count === 0) return emptyDifferences;
  const apart = other.mean - one.mean;
  return {
    count,
    mean: one.mean + (apart * other.count) / count,
    squares: one.squares + other.squares + (apart * apart * one.count * other.count) / count,
  };
}

/** The reverse of {@link mergeDifferences}. */
function withoutDifferences(all: PairedDifferences, part: PairedDifferences): PairedDifferences {
  const count = all.count - part.count;
  if (count === 0) return emptyDifferences;
  const mean = (all.mean * all.count - part.mean * part.count) / count;
  const apart = mean - part.mean;
  const squares = all.squares - part.squares - (apart * apart * count * part.count) / all.count;
  return { count, mean, squares: Math.max(0, squares) };
}
