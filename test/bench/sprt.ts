/**
 * How often the SPRT errs and how many pairs it takes, over 2,000 simulated matches of each kind: half of them with a
 * true difference of elo0, half with elo1.
 *
 * Run it: `npm run build && node dist/test/bench/sprt.js [elo0=0,elo1=20,alpha=0.05,beta=0.05] [SEED]`.
 */
import { performance } from 'node:perf_hooks';
import { parseSprt } from '../../src/stats/parse-sprt.js';
import { duels, foursomes, simulateMany } from '../support/simulated-sprt.js';

const RUNS = 1000;

const parameters = parseSprt(process.argv[2] ?? 'elo0=0,elo1=20', 'SPRT');
const seed = Number(process.argv[3] ?? 1);

console.log(`${JSON.stringify(parameters)}, seeds ${seed} to ${seed + 2 * RUNS - 1}`);
for (const kind of [duels, foursomes]) {
  const start = performance.now();
  const underH0 = simulateMany(kind, parameters.elo0, parameters, RUNS, seed);
  const underH1 = simulateMany(kind, parameters.elo1, parameters, RUNS, seed + RUNS);
  const took = performance.now() - start;
  const pairs = RUNS * (underH0.meanPairs + underH1.meanPairs);
  console.log(
    `${kind.name}: false positives ${percent(underH0.accepted)}, false negatives ${percent(1 - underH1.accepted)}, ` +
      `mean length ${underH0.meanPairs.toFixed(0)} pairs at elo0 and ${underH1.meanPairs.toFixed(0)} at elo1, ` +
      `${((1000 * took) / pairs).toFixed(2)} µs a pair`,
  );
}

function percent(share: number): string {
  const error = 1.96 * Math.sqrt((share * (1 - share)) / RUNS);
  return `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)} %`;
}
