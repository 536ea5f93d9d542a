/**
 * A match with its test on a thousand simulated workers, in virtual time: load on the queue, time lost, and whether
 * tally and trail are those of one machine. Throws if they are not.
 */
import { deepStrictEqual } from 'node:assert';
import { DEFAULT_TIMINGS } from '../../../src/queue/bullmq/queue-timings.js';
import { formatTable } from '../../../src/terminal/format-table.js';
import { createMatch } from '../../support/contestants.js';
import { drawWorkers, type FarmFigures } from '../../support/farm/draw-workers.js';
import { createSimulatedGames } from '../../support/farm/simulated-games.js';
import { playAlone, playOnFarm, type FarmOutcome, type FarmPlan } from '../../support/farm/simulate-farm.js';
import { createRandom } from '../../support/simulated-sprt.js';

/** All workers are there from the beginning to the end. */
const QUIET = { maxConcurrency: 4, early: 1, dying: 0, pausing: 0, stuck: 0, maxPause: 0 };
/** Half of them come later; a third dies, a fifth stands still for up to two minutes, one in fifty is stuck. */
const ROUGH = { maxConcurrency: 4, early: 0.5, dying: 0.3, pausing: 0.2, stuck: 0.02, maxPause: 120_000 };

/** The farms: workers, mean time of a pair on a machine of speed 1, in ms, and what happens to them. */
const FARMS: readonly (readonly [name: string, workers: number, meanWork: number, figures: typeof QUIET])[] = [
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
  for (const [name, workers, meanWork, more] of FARMS) {
    // Half of a spell is gone when half of those that die are dead.
    const figures: FarmFigures = { workers, ...more, spell: 10 * meanWork };
    const plan: FarmPlan = {
      match,
      condition: { sprt: SPRT, maxPairs: 100_000 },
      pairOf: createSimulatedGames({ elo: SPRT.elo1, meanWork, seed: SEED }),
      workers: drawWorkers(figures, createRandom(SEED)),
      timings: { ...DEFAULT_TIMINGS, latency: 5 },
      seed: SEED,
    };
    const [alone, farm] = [await playAlone(plan), await playOnFarm(plan)];
    deepStrictEqual(farm.tally, alone.tally, 'the farm has counted otherwise than one machine');
    deepStrictEqual(farm.trail, alone.trail, 'the LLR of the farm is not that of one machine');
    rows.push([`${workers} ${name}`, ...describe(farm)]);
  }
  console.log(
    formatTable(
      ['workers', 'pairs', 'time s', 'ideal s', 'idle', 'wasted', 'beyond', 'twice', 'commands/s', 'beats/s', 'kB/s'],
      rows,
    ),
  );
}

function describe({ tally, took, ideal, shares, beyond, repeated, load }: FarmOutcome): string[] {
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
