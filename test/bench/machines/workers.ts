/**
 * A match with its test on a thousand simulated workers, in virtual time: load on the queue, time lost, and whether
 * tally and trail are those of one machine. Throws if they are not.
 */
import { deepStrictEqual } from 'node:assert';
import { DEFAULT_TIMINGS } from '../../../src/queue/bullmq/queue-server.js';
import { formatTable } from '../../../src/terminal/format-table.js';
import { createMatch } from '../../support/contestants.js';
import { drawWorkers, type WorkerFigures } from '../../support/queues/draw-workers.js';
import { createSimulatedGames } from '../../support/queues/simulated-games.js';
import { playAlone, playOnWorkers, type WorkersOutcome, type MatchPlan } from '../../support/queues/simulate-match.js';
import { createRandom } from '../../support/simulated-sprt.js';

/** All workers are there from the beginning to the end. */
const QUIET = { maxConcurrency: 4, early: 1, dying: 0, pausing: 0, stuck: 0, maxPause: 0 };
/** Half of them come later; a third dies, a fifth stands still for up to two minutes, one in fifty is stuck. */
const ROUGH = { maxConcurrency: 4, early: 0.5, dying: 0.3, pausing: 0.2, stuck: 0.02, maxPause: 120_000 };

/** Many workers: how many, mean time of a pair on a machine of speed 1, in ms, and what happens to them. */
const CASES: readonly (readonly [name: string, workers: number, meanWork: number, figures: typeof QUIET])[] = [
  ['quiet, pairs of 20 s', 1000, 20_000, QUIET],
  ['rough, pairs of 20 s', 1000, 20_000, ROUGH],
  ['rough, pairs of 2 s', 1000, 2000, ROUGH],
  ['rough, pairs of 20 s', 100, 20_000, ROUGH],
  ['rough, pairs of 2 s', 100, 2000, ROUGH],
];
const SEED = 15;
/** A small difference, so that the test takes thousands of pairs. */
const SPRT = { elo0: 0, elo1: 3, alpha: 0.05, beta: 0.05 };

export async function main(): Promise<void> {
  const match = await createMatch('constant', 'random');
  const rows: string[][] = [];
  for (const [name, workers, meanWork, more] of CASES) {
    // Half of a spell is gone when half of those that die are dead.
    const figures: WorkerFigures = { workers, ...more, spell: 10 * meanWork };
    const plan: MatchPlan = {
      match,
      condition: { sprt: SPRT, maxPairs: 100_000 },
      pairOf: createSimulatedGames({ elo: SPRT.elo1, meanWork, seed: SEED }),
      workers: drawWorkers(figures, createRandom(SEED)),
      timings: { ...DEFAULT_TIMINGS, latency: 5 },
      seed: SEED,
    };
    const [alone, many] = [await playAlone(plan), await playOnWorkers(plan)];
    deepStrictEqual(many.tally, alone.tally, 'workers have counted otherwise than one machine');
    deepStrictEqual(many.trail, alone.trail, 'the LLR of workers is not that of one machine');
    rows.push([`${workers} ${name}`, ...describe(many)]);
  }
  console.log(
    formatTable(
      ['workers', 'pairs', 'time s', 'ideal s', 'idle', 'wasted', 'beyond', 'twice', 'commands/s', 'beats/s', 'kB/s'],
      rows,
    ),
  );
}

function describe({ tally, took, ideal, shares, beyond, repeated, load }: WorkersOutcome): string[] {
  const seconds = took / 1000;
  return [
    String(tally.pairs),
    seconds.toFixed(0),
    (ideal / 1000).toFixed(0),
    percent(shares.idle),
    percent(shares.wasted),
    String(beyond),
    String(repeated),
    (load.jobCommands / seconds).toFixed(0),
    (load.beatCommands / seconds).toFixed(0),
    (load.bytes / 1000 / seconds).toFixed(0),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
