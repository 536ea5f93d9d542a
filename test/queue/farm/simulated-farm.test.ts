import { expect } from 'chai';
import type { MatchOptions } from '../../../src/arena/match/match-options.js';
import { createMatch } from '../../support/contestants.js';
import { drawWorkers, type FarmFigures } from '../../support/farm/draw-workers.js';
import { createSimulatedGames } from '../../support/farm/simulated-games.js';
import { playAlone, playOnFarm, type FarmPlan } from '../../support/farm/simulate-farm.js';
import { createRandom } from '../../support/simulated-sprt.js';

const TIMINGS = { lock: 15_000, beat: 1000, silent: 8000, look: { least: 50, most: 500 }, latency: 5 };
const ROUGH: FarmFigures = {
  workers: 40,
  maxConcurrency: 4,
  early: 0.5,
  dying: 0.4,
  pausing: 0.3,
  spell: 60_000,
  maxPause: 60_000,
  stuck: 0.05,
};

describe('a simulated farm', function () {
  this.timeout(120_000);
  let match: MatchOptions;
  before(async () => void (match = await createMatch('constant', 'random')));

  const planOf = (seed: number, figures: FarmFigures, more: Partial<FarmPlan> = {}): FarmPlan => ({
    match,
    condition: { sprt: { elo0: 0, elo1: 20, alpha: 0.05, beta: 0.05 }, maxPairs: 20_000 },
    pairOf: createSimulatedGames({ elo: 20, meanWork: 1000, seed }),
    workers: drawWorkers(figures, createRandom(seed)),
    timings: TIMINGS,
    seed,
    ...more,
  });

  for (const seed of [1, 2, 3]) {
    it(`comes to the tally and the trail of one machine, whoever dies, stands still or joins (seed ${seed})`, async () => {
      const plan = planOf(seed, ROUGH);
      const alone = await playAlone(plan);
      const farm = await playOnFarm(plan);
      expect(farm.tally).to.deep.equal(alone.tally);
      expect(farm.trail).to.deep.equal(alone.trail);
      expect(farm.trail.length).to.be.above(300);
      expect(farm.named).to.deep.equal([]);
      // The farm was a rough one, and late results came in twice.
      expect(farm.repeated).to.be.above(0);
    });
  }

  it('finds the workers whose results are wrong, and nobody else', async () => {
    const pairOf = createSimulatedGames({ elo: 10, meanWork: 1000, seed: 4 });
    const { named } = await playOnFarm(planOf(4, { ...ROUGH, wrong: 2 }, { auditEvery: 5, pairOf }));
    expect(named.map(({ worker }) => worker.name).sort()).to.deep.equal(['w0', 'w1']);
  });

  it('goes on when all workers but one are dead', async () => {
    const [first, ...others] = drawWorkers({ ...ROUGH, workers: 10, stuck: 0, dying: 0, pausing: 0 }, createRandom(5));
    const workers = [
      { ...first!, joinsAt: 0 },
      ...others.map((worker) => ({ ...worker, diesAt: worker.joinsAt + 9000 })),
    ];
    const plan = planOf(5, ROUGH, { workers });
    const [alone, farm] = [await playAlone(plan), await playOnFarm(plan)];
    expect(farm.tally).to.deep.equal(alone.tally);
    expect(farm.trail).to.deep.equal(alone.trail);
  });
});
