/** Simulates the results of a farm, for its statistics: workers of different speed that do the same, and a bad one. */
import { judgeWorkers, type WorkerJudgement } from '../../src/stats/workers/judge-workers.js';
import { addWorkerPair, emptyWorkerSums, type WorkerSums } from '../../src/stats/workers/worker-sums.js';
import { createRandom } from './simulated-sprt.js';

/** How a simulated farm differs from one in which all workers do the same. */
export interface SimulatedFarmOptions {
  readonly workers: number;
  readonly pairs: number;
  readonly seed: number;
  /** The probability that a pair has a lost turn. */
  readonly trouble?: number;
  /** Worker 0: the probability that the candidate loses both games of a pair, and that a pair has a lost turn. */
  readonly bad?: { readonly losing?: number; readonly trouble?: number };
  /** Called after every hundred pairs. Return `true` to end it. */
  readonly look: (judgements: readonly WorkerJudgement[], sums: readonly WorkerSums[]) => boolean;
}

/** The share of pairs whose score, in quarters, is at most the index. */
const SCORES = [0.12, 0.17, 0.83, 0.88, 1];

/** Plays the pairs, each on a worker drawn by its speed; the fastest are ten times as fast as the slowest. */
export function simulateWorkers({ workers, pairs, seed, trouble = 0.01, bad = {}, look }: SimulatedFarmOptions): void {
  const random = createRandom(seed);
  const speeds = Array.from({ length: workers }, () => 10 ** random());
  const ends: number[] = [];
  for (const speed of speeds) ends.push((ends.at(-1) ?? 0) + speed);
  const sums = speeds.map(() => emptyWorkerSums);
  for (let pair = 1; pair <= pairs; pair++) {
    const at = random() * ends.at(-1)!;
    const worker = ends.findIndex((end) => at < end);
    const drawn = random();
    const isLost = worker === 0 && random() < (bad.losing ?? 0);
    const score = isLost ? 0 : SCORES.findIndex((share) => drawn < share) / 4;
    const isTroubled = random() < (worker === 0 ? (bad.trouble ?? trouble) : trouble);
    sums[worker] = addWorkerPair(sums[worker]!, { score, isTroubled });
    if (pair % 100 === 0 && look(judgeWorkers(sums), sums)) return;
  }
}
