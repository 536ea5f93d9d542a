import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  budgetOf,
  MIN_BUDGET_MS,
  Overhead,
  OverheadHistory,
  type OverheadSample,
} from '../../../src/snakes/game/overhead.js';

const TIMEOUT = 500;

const times = (n: number, act: () => void) => Array.from({ length: n }).forEach(act);
const went = (overhead: Overhead, ms: number) => overhead.observe(goodTurn(ms));
const lose = (overhead: Overhead, took = 400) => overhead.observe(lostTurn(took));

function goodTurn(ms: number): OverheadSample {
  return { used: 'yes', latency: String(ms + 5), took: 5, timeout: TIMEOUT };
}

function lostTurn(took: number): OverheadSample {
  return { used: 'no', latency: '503', took, timeout: TIMEOUT };
}

/** The overhead after these turns. */
function after(turns: readonly OverheadSample[], assumed = 60): Overhead {
  const overhead = new Overhead(assumed);
  for (const turn of turns) overhead.observe(turn);
  return overhead;
}

const anyMs = fc.integer({ min: 0, max: TIMEOUT - 10 });
const anyGood = anyMs.map(goodTurn);
const anyLost = fc.oneof(
  fc.integer({ min: 1, max: TIMEOUT }).map(lostTurn),
  fc.integer({ min: 1, max: TIMEOUT }).map((took) => ({ ...lostTurn(took), latency: '0' })),
);
/** What no engine can have measured. */
const anyImpossible: fc.Arbitrary<OverheadSample> = fc.record({
  used: fc.constantFrom('yes', 'unknown'),
  latency: fc.oneof(
    fc.constantFrom('NaN', 'soon', '', ' ', 'Infinity', '-Infinity', '1e9'),
    fc.integer({ min: -100_000, max: -1 }).map(String),
    fc.integer({ min: 2 * TIMEOUT + 1, max: 1_000_000 }).map(String),
  ),
  took: fc.integer({ min: 0, max: TIMEOUT }),
  timeout: fc.constant(TIMEOUT),
});
const anyTurns = fc.array(fc.oneof({ weight: 5, arbitrary: anyGood }, anyLost, anyImpossible), { maxLength: 80 });

/** A game with ten turns of each overhead. */
const game = (...overheads: number[]) =>
  after(overheads.flatMap((ms) => Array.from({ length: 10 }, () => goodTurn(ms))));

describe('Overhead', () => {
  it('starts from the assumed overhead, until the window has replaced it', () => {
    const overhead = new Overhead(60);
    expect(overhead.estimate).to.equal(60);
    times(5, () => went(overhead, 20));
    expect(overhead.estimate).to.equal(60);
    times(60, () => went(overhead, 20));
    expect(overhead.estimate).to.equal(20);
  });

  it('rises at once with a larger overhead', () => {
    const overhead = new Overhead(60);
    went(overhead, 120);
    expect(overhead.estimate).to.equal(120);
  });

  it('is a high percentile, which ignores one slow turn in forty but not three', () => {
    const overhead = new Overhead(10);
    times(40, () => went(overhead, 10));
    went(overhead, 200);
    expect(overhead.estimate).to.equal(10);
    times(2, () => went(overhead, 200));
    expect(overhead.estimate).to.equal(200);
  });

  it('keeps ahead of overheads that grow', () => {
    const overhead = new Overhead(10);
    for (let turn = 0; turn < 60; turn++) went(overhead, 10 + 2 * turn);
    expect(overhead.estimate).to.be.greaterThan(10 + 2 * 60);
  });

  it('is the overhead that 95 % of the last forty turns do not exceed, if they do not grow', () => {
    fc.assert(
      fc.property(fc.array(anyMs, { minLength: 1, maxLength: 120 }), (overheads) => {
        const falling = overheads.toSorted((a, b) => b - a);
        const overhead = after(falling.slice(1).map(goodTurn), falling[0]);
        const window = falling.slice(-40).sort((a, b) => a - b);
        expect(overhead.estimate).to.equal(window[Math.ceil(0.95 * window.length) - 1]);
      }),
    );
  });

  it('learns nothing from an impossible latency', () => {
    fc.assert(
      fc.property(anyTurns, fc.array(anyImpossible, { minLength: 1, maxLength: 60 }), (turns, impossible) => {
        const before = after(turns);
        const good = after([...turns, ...impossible]);
        expect(good.measured).to.equal(before.measured);
        expect(good.estimate).to.be.at.most(before.estimate);
        expect(good.floorOf(TIMEOUT)).to.equal(before.floorOf(TIMEOUT));
      }),
    );
  });

  it('ignores a latency that is shorter than our own time, except for rounding', () => {
    const overhead = new Overhead(30);
    for (const latency of ['1', '97', '0']) overhead.observe({ used: 'yes', latency, took: 100, timeout: TIMEOUT });
    expect(overhead.measured).to.equal(undefined);
    times(5, () => overhead.observe({ used: 'yes', latency: '99', took: 100, timeout: TIMEOUT }));
    expect(overhead.measured).to.equal(0);
  });

  it('widens at once with a lost turn, to more than the overhead that it shows', () => {
    fc.assert(
      fc.property(anyTurns, fc.integer({ min: TIMEOUT / 10, max: TIMEOUT - 1 }), (turns, took) => {
        // An engine that reports too long latencies for used answers cannot show a lost turn by another.
        const overhead = after(turns.filter(({ latency }) => Number(latency) <= 503));
        const { estimate } = overhead;
        lose(overhead, took);
        expect(overhead.estimate).to.be.greaterThan(Math.min(TIMEOUT - 1, Math.max(estimate, TIMEOUT - took)));
        expect(overhead.estimate).to.be.at.most(TIMEOUT);
      }),
    );
  });

  it('widens with a turn that was lost whatever the budget, too', () => {
    const overhead = new Overhead(0);
    lose(overhead, 1);
    expect(overhead.estimate).to.equal(5);
    lose(overhead, 1);
    expect(overhead.estimate).to.equal(20);
  });

  it('has healed from any lost turns after twenty good ones', () => {
    fc.assert(
      fc.property(
        anyTurns,
        fc.array(anyLost, { minLength: 1, maxLength: 20 }),
        fc.array(anyGood, { minLength: 20, maxLength: 60 }),
        (turns, lost, good) => {
          const { estimate } = after([...turns, ...lost, ...good]);
          expect(estimate).to.equal(after([...turns.filter(({ used }) => used !== 'no'), ...good]).estimate);
        },
      ),
    );
  });

  it('takes a latency of "0" for a lost turn only from an engine that measures', () => {
    const zero = { used: 'unknown', latency: '0', took: 300, timeout: TIMEOUT } as const;
    expect(after([zero, zero]).estimate).to.equal(60);
    expect(after([goodTurn(30), zero]).estimate).to.equal(500);
    expect(after([goodTurn(30), { ...zero, used: 'yes' }, zero]).estimate).to.equal(60);
    expect(after([goodTurn(0), { ...zero, took: 0.4 }]).estimate).to.equal(60);
  });

  it('does not take a latency for a lost turn from an engine whose latencies are too long', () => {
    const tooLong = { used: 'yes', latency: '900', took: 300, timeout: TIMEOUT } as const;
    expect(after([tooLong, { ...tooLong, used: 'no' }]).estimate).to.equal(60);
    expect(after([{ ...tooLong, used: 'no' }]).estimate).to.be.greaterThan(60);
  });
});

describe('OverheadHistory', () => {
  it('starts a new game from the median of the last five games', () => {
    const history = new OverheadHistory(60);
    for (const ms of [10, 20, 30, 90, 95]) history.add(game(ms));
    expect(history.begin().estimate).to.equal(30);
    history.add(game(91));
    expect(history.begin().estimate).to.equal(90);
  });

  it('never starts from a single bad game', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 4 }), anyTurns, fc.nat(4), (fine, bad, at) => {
        const history = new OverheadHistory(60);
        const games = fine.map((ms) => game(ms));
        games.splice(at, 0, after(bad));
        for (const each of games) history.add(each);
        expect(history.begin().estimate).to.be.at.most(60);
      }),
    );
  });

  it('takes nothing from a game that measured too little, or that only lost turns', () => {
    const history = new OverheadHistory(60);
    for (let games = 0; games < 5; games++) {
      history.add(after(Array.from({ length: 30 }, () => lostTurn(300))));
      history.add(after([300, 300, 300, 300].map(goodTurn)));
    }
    expect(history.begin().estimate).to.equal(60);
  });
});

describe('budgetOf', () => {
  it('leaves most of a short timeout to an engine on this machine, and almost half of it to any other', () => {
    expect([firstBudgets(60), firstBudgets(0)]).to.deep.equal([
      [35, 15],
      [40, 40],
    ]);
    // An operator who configures more than usual knows the network.
    expect(firstBudgets(100)).to.deep.equal([5, 5]);
  });

  const delayed: [timeout: number, loopDelay: number, loopback: number, other: number][] = [
    [50, 10, 25, 15],
    [50, 20, 15, 15],
    [50, 1000, 15, 15],
    [100, 30, 55, 40],
    [500, 20, 465, 410],
    [500, 1000, 240, 240],
  ];
  for (const [timeout, loopDelay, ...budgets] of delayed) {
    it(`leaves enough of ${timeout} ms to play while the event loop is ${loopDelay} ms late`, () => {
      const found = (['loopback', 'public'] as const).map((network) =>
        budgetOf(timeout, new OverheadHistory(60).begin(network), loopDelay),
      );
      expect(found).to.deep.equal(budgets);
    });
  }

  it('subtracts overhead, loop delay and margin from the timeout', () => {
    expect(budgetOf(500, new Overhead(60), 0)).to.equal(430);
    expect(budgetOf(500, new Overhead(60), 20)).to.equal(410);
  });

  it('never goes below the least budget', () => {
    expect(budgetOf(20, new Overhead(300), 0)).to.equal(MIN_BUDGET_MS);
  });

  it('is half of the timeout or more in a game without lost turns, whatever was reported and learnt before', () => {
    fc.assert(
      fc.property(anyMs, anyTurns, fc.integer({ min: 0, max: 50 }), (assumed, turns, loopDelay) => {
        const overhead = new Overhead(assumed, 60);
        for (const turn of turns) if (turn.used !== 'no') overhead.observe(turn);
        expect(budgetOf(TIMEOUT, overhead, loopDelay)).to.be.at.least(TIMEOUT / 2);
      }),
    );
  });

  it('is half of the timeout or more after turns that were lost with far more than that, or with hardly any', () => {
    const overhead = new Overhead(60);
    for (const took of [430, 400, 310, 49, 5]) lose(overhead, took);
    expect(budgetOf(TIMEOUT, overhead, 0)).to.equal(250);
  });

  it('falls below it when half of the timeout is too much, and below the configured overhead', () => {
    const overhead = new Overhead(60);
    lose(overhead, 251);
    expect(budgetOf(TIMEOUT, overhead, 0)).to.equal(125.5);
    expect(budgetOf(TIMEOUT, new Overhead(300), 0)).to.equal(190);
  });
});

/** Of a timeout of 50 ms: what a first game gets from an engine on this machine, and from another one. */
function firstBudgets(configured: number): number[] {
  return (['loopback', 'public'] as const).map((way) => budgetOf(50, new OverheadHistory(configured).begin(way), 0));
}
