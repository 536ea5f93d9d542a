import { expect } from 'chai';
import type { MatchOptions } from '../../src/arena/contest/match/match-options.js';
import { createMatch } from '../support/contestants.js';
import { drawWorkers, type WorkerFigures } from '../support/queues/draw-workers.js';
import { createSimulatedGames } from '../support/queues/simulated-games.js';
import { playAlone, playOnWorkers, type MatchPlan } from '../support/queues/simulate-match.js';
import { createRandom } from '../support/simulated-sprt.js';

const TIMINGS = { lock: 15_000, beat: 1000, silent: 8000, look: { least: 50, most: 500 }, latency: 5 };
const ROUGH: WorkerFigures = {
  workers: 40,
  maxConcurrency: 4,
  early: 0.5,
  dying: 0.4,
  pausing: 0.3,
  spell: 60_000,
  maxPause: 60_000,
  stuck: 0.05,
};

describe('many simulated workers', function () {
  this.timeout(120_000);
  let match: MatchOptions;
  before(async () => void (match = await createMatch('constant', 'random')));

  const planOf = (seed: number, figures: WorkerFigures, more: Partial<MatchPlan> = {}): MatchPlan => ({
    match,
    condition: { sprt: { elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05 }, maxPairs: 20_000 },
    pairOf: createSimulatedGames({ elo: 20, meanWork: 1000, seed }),
    workers: drawWorkers(figures, createRandom(seed)),
    timings: TIMINGS,
    seed,
    ...more,
  });

  for (const seed of [1, 2, 3]) {
    it(`come to the tally and the trail of one machine, though some die, stand still or join late (seed ${seed})`, async () => {
      const plan = planOf(seed, ROUGH);
      const alone = await playAlone(plan);
      const many = await playOnWorkers(plan);
      expect(many.tally).to.deep.equal(alone.tally);
      expect(many.trail).to.deep.equal(alone.trail);
      expect(many.trail.length).to.be.above(300);
      // Pairs of workers that died or stood still were played again, and some results came in twice.
      expect(many.repeated).to.be.above(0);
    });
  }

  it('go on when all but one are dead', async () => {
    const [first, ...others] = drawWorkers({ ...ROUGH, workers: 10, stuck: 0, dying: 0, pausing: 0 }, createRandom(5));
    const workers = [
      { ...first!, joinsAt: 0 },
      ...others.map((worker) => ({ ...worker, diesAt: worker.joinsAt + 9000 })),
    ];
    const plan = planOf(5, ROUGH, { workers });
    const [alone, many] = [await playAlone(plan), await playOnWorkers(plan)];
    expect(many.tally).to.deep.equal(alone.tally);
    expect(many.trail).to.deep.equal(alone.trail);
  });
});
