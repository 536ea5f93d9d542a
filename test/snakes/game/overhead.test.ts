import { expect } from 'chai';
import * as fc from 'fast-check';
import { budgetOf, MIN_BUDGET_MS } from '../../../src/snakes/game/budget.js';
import { Overhead, OverheadHistory } from '../../../src/snakes/game/overhead.js';

const times = (n: number, act: () => void) => Array.from({ length: n }).forEach(act);

describe('Overhead', () => {
  it('starts from the assumed travel time, until the window has replaced it', () => {
    const overhead = new Overhead(60);
    expect(overhead.estimate).to.equal(60);
    times(5, () => overhead.learn(20));
    expect(overhead.estimate).to.equal(60);
    times(60, () => overhead.learn(20));
    expect(overhead.estimate).to.equal(20);
  });

  it('rises at once with a longer journey', () => {
    const overhead = new Overhead(60);
    overhead.learn(120);
    expect(overhead.estimate).to.equal(120);
  });

  it('is a high percentile, which ignores one slow turn in forty but not three', () => {
    const overhead = new Overhead(10);
    times(40, () => overhead.learn(10));
    overhead.learn(200);
    expect(overhead.estimate).to.equal(10);
    times(2, () => overhead.learn(200));
    expect(overhead.estimate).to.equal(200);
  });

  it('widens with a lost turn, and stays wide for a while', () => {
    const overhead = new Overhead(40);
    times(60, () => overhead.learn(40));
    overhead.widen();
    expect(overhead.estimate).to.equal(70);
    times(30, () => overhead.learn(40));
    expect(overhead.estimate).to.equal(70);
    times(30, () => overhead.learn(40));
    expect(overhead.estimate).to.equal(40);
  });

  it('is the travel time that 95 % of the last forty turns do not exceed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { minLength: 1, maxLength: 120 }),
        (journeys) => {
          const overhead = new Overhead(journeys[0]!);
          for (const journey of journeys.slice(1)) overhead.learn(journey);
          const sorted = journeys.slice(-40).sort((a, b) => a - b);
          expect(overhead.estimate).to.equal(sorted[Math.ceil(0.95 * sorted.length) - 1]);
        },
      ),
    );
  });

  it('is never negative', () => {
    const overhead = new Overhead(0);
    overhead.learn(-50);
    expect(overhead.estimate).to.equal(0);
  });

  it('starts a new game from the longest estimate of the last five games', () => {
    const history = new OverheadHistory(60);
    expect(history.begin().estimate).to.equal(60);
    history.add(new Overhead(90));
    for (const taught of [10, 20, 30, 25]) history.add(new Overhead(taught));
    expect(history.begin().estimate).to.equal(90);
    history.add(new Overhead(15));
    expect(history.begin().estimate).to.equal(30);
  });
});

describe('budgetOf', () => {
  it('subtracts travel time, loop delay and margin from the timeout', () => {
    expect(budgetOf(500, 60, 0)).to.equal(430);
    expect(budgetOf(500, 60, 20)).to.equal(410);
  });

  it('never goes below the least budget', () => {
    expect(budgetOf(20, 300, 0)).to.equal(MIN_BUDGET_MS);
  });
});
