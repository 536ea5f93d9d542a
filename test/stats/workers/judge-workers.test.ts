import { expect } from 'chai';
import { FALSE_ALARM, judgeWorkers, type WorkerSuspicion } from '../../../src/stats/workers/judge-workers.js';
import {
  addWorkerPair,
  emptyWorkerSums,
  mergeWorkerSums,
  withoutWorkerSums,
  type WorkerSums,
} from '../../../src/stats/workers/worker-sums.js';
import { simulateWorkers, type SimulatedFarmOptions } from '../../support/simulated-workers.js';

describe('judgeWorkers', function () {
  this.timeout(120_000);

  it('shows by how many standard errors the scores of a worker differ', () => {
    // Means 0.7 and 0.5, standard deviation 0.25 in both groups: 0.2 / (0.25 √(1/100 + 1/400)) = 7.2.
    const [own] = judgeWorkers([spread(100, 0.7, 0.25), spread(200, 0.5, 0.25), spread(200, 0.5, 0.25)]);
    expect(own!.residual).to.be.closeTo(7.15, 0.05);
    expect(own!.suspicions).to.deep.equal(['scores']);
  });

  it('does not suspect good workers because a bad one is among the others', () => {
    const bad = spread(1000, 0.7, 0.25);
    const judgements = judgeWorkers([bad, spread(1000, 0.5, 0.25), spread(1000, 0.5, 0.25)]);
    expect(judgements.map(({ suspicions }) => suspicions)).to.deep.equal([['scores'], [], []]);
    expect(judgements[1]!.residual).to.be.closeTo(0, 1e-9);
  });

  it('suspects both of two workers, because nobody can say which of them is wrong', () => {
    const judgements = judgeWorkers([spread(1000, 0.7, 0.25), spread(1000, 0.5, 0.25)]);
    expect(judgements.map(({ suspicions }) => suspicions)).to.deep.equal([['scores'], ['scores']]);
  });

  it('has no residual for the only worker, nor without scores', () => {
    expect(judgeWorkers([spread(100, 0.7, 0.25)])).to.deep.equal([{ suspicions: [] }]);
    const unscored = addWorkerPair(emptyWorkerSums, { score: undefined, isTroubled: false });
    expect(judgeWorkers([unscored, unscored])).to.deep.equal([{ suspicions: [] }, { suspicions: [] }]);
  });

  it('suspects nobody of one lost turn, even if there was none before', () => {
    const clean = sumsOf(10_000, 0);
    expect(judgeWorkers([sumsOf(3, 1), clean, clean])[0]!.suspicions).to.deep.equal([]);
    expect(judgeWorkers([sumsOf(30, 8), clean, clean])[0]!.suspicions).to.deep.equal(['trouble']);
  });

  for (const { workers, pairs, trouble } of [
    { workers: 5, pairs: 4000, trouble: 0.05 },
    { workers: 50, pairs: 5000, trouble: 0.01 },
    { workers: 300, pairs: 12_000, trouble: 0.001 },
  ]) {
    it(`raises a false alarm in at most 1 % of farms of ${workers}, looked at again and again`, () => {
      const farms = 200;
      let alarms = 0;
      for (let seed = 0; seed < farms; seed++) {
        if (lookFor('any', { workers, pairs, trouble, seed: 1 + seed }) !== undefined) alarms++;
      }
      // Two tests, each with the probability FALSE_ALARM: more than 9 of 200 would be seen once in 100 times.
      expect(alarms).to.be.at.most(2 * FALSE_ALARM * farms + 5);
    });
  }

  it('finds the worker on which the candidate loses, and nobody else', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const found = lookFor('scores', { workers: 50, pairs: 50_000, seed, bad: { losing: 0.3 } });
      expect(found).to.include({ worker: 0 });
      expect(found!.pairs).to.be.below(1000);
    }
  });

  it('finds the worker that loses turns, and nobody else', () => {
    for (let seed = 1; seed <= 10; seed++) {
      const found = lookFor('trouble', { workers: 50, pairs: 50_000, seed, bad: { trouble: 0.2 } });
      expect(found).to.include({ worker: 0 });
      expect(found!.pairs).to.be.below(200);
    }
  });
});

describe('WorkerSums', () => {
  it('of two workers are those of all their pairs, and can be taken apart again', () => {
    const [one, other] = [spread(30, 0.4, 0.1), spread(70, 0.6, 0.3)];
    const all = mergeWorkerSums(one, other);
    expect(all).to.deep.include({ pairs: 100, troubled: 0 });
    expect(all.scores.mean).to.be.closeTo(0.54, 1e-12);
    const rest = withoutWorkerSums(all, one);
    expect(rest.scores.count).to.equal(70);
    expect(rest.scores.mean).to.be.closeTo(0.6, 1e-12);
    expect(rest.scores.squares).to.be.closeTo(other.scores.squares, 1e-9);
  });
});

/** Pairs, half of them above the mean and half below. */
function spread(pairs: number, mean: number, deviation: number): WorkerSums {
  return Array.from({ length: pairs }, (_, index) => mean + (index % 2 === 0 ? deviation : -deviation)).reduce(
    (sums, score) => addWorkerPair(sums, { score, isTroubled: false }),
    emptyWorkerSums,
  );
}

function sumsOf(pairs: number, troubled: number): WorkerSums {
  return { ...emptyWorkerSums, pairs, troubled };
}

/** The first worker that is suspected, and its pairs by then. */
function lookFor(
  wanted: WorkerSuspicion | 'any',
  options: Omit<SimulatedFarmOptions, 'look'>,
): { worker: number; pairs: number } | undefined {
  let found: { worker: number; pairs: number } | undefined;
  simulateWorkers({
    ...options,
    look(judgements, sums) {
      const worker = judgements.findIndex(({ suspicions }) =>
        wanted === 'any' ? suspicions.length > 0 : suspicions.includes(wanted),
      );
      if (worker >= 0) found = { worker, pairs: sums[worker]!.pairs };
      return worker >= 0;
    },
  });
  return found;
}
