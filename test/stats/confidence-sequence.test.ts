import { expect } from 'chai';
import * as fc from 'fast-check';
import {
  addGame,
  differenceInterval,
  createComparison,
  gamesNeeded,
  gamesToDecide,
  meanScores,
  type StratumScore,
  type VariantComparison,
} from '../../src/stats/confidence-sequence.js';
import { createRandom } from '../support/simulated-sprt.js';
import { runsOf } from '../support/budget.js';

/** The probability of winning, by stratum. */
interface World {
  readonly base: readonly number[];
  readonly candidate: readonly number[];
}

/** Endless live games, each with the candidate's true advantage in its stratum. */
function* play(world: World, share: number, random: () => number): Generator<StratumScore & { advantage: number }> {
  for (;;) {
    const stratum = Math.floor(random() * world.base.length);
    const variant = random() < share ? 'candidate' : 'base';
    const score = random() < world[variant][stratum]! ? 1 : 0;
    yield { stratum: `${stratum}`, variant, share, score, advantage: world.candidate[stratum]! - world.base[stratum]! };
  }
}

/** Whether the interval ever excludes the true advantage while the games are played; it is read after every tenth. */
function everMisses(world: World, share: number, games: number, seed: number): boolean {
  let comparison = createComparison();
  let advantages = 0;
  for (const game of play(world, share, createRandom(seed))) {
    comparison = addGame(comparison, game);
    advantages += game.advantage;
    if (comparison.count % 10 === 0) {
      const { low, high } = differenceInterval(comparison);
      const truth = advantages / comparison.count;
      if (truth < low || truth > high) return true;
    }
    if (comparison.count === games) return false;
  }
  throw new Error('the games ended');
}

describe('differenceInterval', () => {
  it('is [-1, 1] without games', () => {
    expect(differenceInterval(createComparison())).to.deep.equal({ difference: 0, low: -1, high: 1 });
  });

  const worlds: { name: string; world: World; share: number }[] = [
    { name: 'equal variants', world: { base: [0.5], candidate: [0.5] }, share: 0.5 },
    { name: 'equal variants in different strata', world: { base: [0.9, 0.2], candidate: [0.9, 0.2] }, share: 0.5 },
    {
      name: 'an advantage that depends on the stratum',
      world: { base: [0.2, 0.6], candidate: [0.9, 0.5] },
      share: 0.5,
    },
    { name: 'a small share for the candidate', world: { base: [0.3], candidate: [0.4] }, share: 0.2 },
  ];
  for (const { name, world, share } of worlds) {
    it(`contains the true advantage throughout in at least 95 of 100 runs: ${name}`, () => {
      const runs = 100;
      const misses = Array.from({ length: runs }, (_, run) => everMisses(world, share, 600, 1000 + run));
      expect(misses.filter(Boolean).length).to.be.at.most(5);
    });
  }

  it('excludes 0 within a thousand games if the candidate is clearly better, and estimates by how much', () => {
    const world = { base: [0.3, 0.5], candidate: [0.5, 0.7] };
    let comparison = createComparison();
    let decided = Infinity;
    for (const game of play(world, 0.5, createRandom(7))) {
      comparison = addGame(comparison, game);
      if (differenceInterval(comparison).low > 0) decided = Math.min(decided, comparison.count);
      if (comparison.count === 2000) break;
    }
    expect(decided).to.be.below(1000);
    const { difference, low, high } = differenceInterval(comparison);
    expect(difference).to.be.closeTo(0.2, 0.05);
    expect((high - low) / 2).to.be.within(0.04, 0.1);
  });

  it('is mirrored when the variants swap places', () => {
    const game = fc.record({
      stratum: fc.constantFrom('duel', 'royale', '__proto__'),
      variant: fc.constantFrom('base' as const, 'candidate' as const),
      share: fc.constantFrom(0.1, 0.3, 0.5, 0.8),
      score: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(game, { maxLength: 40 }), (games) => {
        const mirrored = games.map(({ variant, share, ...rest }) => {
          return {
            ...rest,
            share: 1 - share,
            variant: variant === 'base' ? ('candidate' as const) : ('base' as const),
          };
        });
        const here = differenceInterval(games.reduce(addGame, createComparison()));
        const there = differenceInterval(mirrored.reduce(addGame, createComparison()));
        expect(there.difference).to.be.closeTo(-here.difference, 1e-9);
        expect(there.low).to.be.closeTo(-here.high, 1e-9);
        expect(there.high).to.be.closeTo(-here.low, 1e-9);
        expect(here.low).to.be.at.most(here.difference);
        expect(here.high).to.be.at.least(here.difference);
      }),
    );
  });
});

describe('a game of another share', () => {
  const game = { stratum: '', variant: 'base', score: 0 } as const;

  it('weighs 2 min(p, 1 - p), so that no error exceeds 2', () => {
    for (const [share, weight] of [
      [0.5, 1],
      [0.2, 0.4],
      [0.99, 0.02],
    ] as const)
      for (const variant of ['base', 'candidate'] as const) {
        const { weights, squares } = addGame(createComparison(), { ...game, variant, share });
        expect(weights).to.be.closeTo(weight, 1e-12);
        expect(Math.sqrt(squares)).to.be.at.most(1 + 1e-12);
      }
  });

  it('joins games of earlier shares in one weighted mean', () => {
    const before = addGame(createComparison(), { ...game, share: 0.2 });
    const both = addGame(before, { ...game, share: 0.5 });
    expect(both).to.include({ count: 2, weights: 1.4 });
    // The base lost: 1/2 - 0 over its probability; then the averages predict 1/2 - 1/4, and it lost against 1/4.
    const [first, second] = [0.5 / 0.8, 0.25 + 0.25 / 0.5];
    expect(differenceInterval(both).difference).to.be.closeTo((0.4 * first + second) / 1.4, 1e-12);
  });
});

describe('meanScores', () => {
  it('are the raw means of all games, not adjusted by stratum like the difference', () => {
    const games = [
      ...[1, 1, 1, 0].map((score) => ({ stratum: 'duel', variant: 'base', share: 0.5, score }) as const),
      ...[1, 0].map((score) => ({ stratum: 'duel', variant: 'candidate', share: 0.5, score }) as const),
      { stratum: 'royale', variant: 'base', share: 0.5, score: 1 } as const,
    ];
    const comparison = games.reduce(addGame, createComparison());
    expect(meanScores(comparison)).to.deep.equal({ base: 0.8, candidate: 0.5 });
    expect(differenceInterval(comparison).difference).not.to.be.closeTo(-0.3, 0.01);
  });

  it('are not there unless both sides have games', () => {
    expect(meanScores(addGame(createComparison(), { stratum: '', variant: 'base', share: 0.5, score: 1 }))).to.equal(
      undefined,
    );
  });
});

describe('gamesNeeded', () => {
  it('is the smallest number of games that decides, if the difference and the spread stay', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.05, max: 0.9, noNaN: true }),
        fc.double({ min: 0.1, max: 4, noNaN: true }),
        fc.integer({ min: 5, max: 300 }),
        fc.constantFrom(0.2, 0.5),
        (difference, square, count, share) => {
          const empty = createComparison();
          const weights = 2 * share * count;
          const comparison = {
            ...empty,
            count,
            weights,
            estimates: -difference * weights,
            squares: square * 2 * share * weights,
          };
          const needed = gamesNeeded(comparison)!;
          expect(isDecided(scale(comparison, count + needed))).to.equal(true);
          if (needed > 0) expect(isDecided(scale(comparison, count + needed - 1))).to.equal(false);
        },
      ),
      { numRuns: runsOf(50) },
    );
  });

  it('is unknown without games, without a difference, and if it takes more than 100,000', () => {
    expect(gamesNeeded(createComparison())).to.equal(undefined);
    const level = { ...createComparison(), count: 50, weights: 50, estimates: 0, squares: 50 };
    expect(gamesNeeded(level)).to.equal(undefined);
    expect(gamesNeeded({ ...level, estimates: 0.05 })).to.equal(undefined);
  });
});

describe('gamesToDecide', () => {
  it('falls as the difference grows, about with its square', () => {
    const [small, large, huge] = [0.05, 0.1, 0.5].map((size) => gamesToDecide(createComparison(), size)!);
    expect(small! / large!).to.be.within(3.5, 5);
    expect(large).to.be.above(huge!);
    expect(gamesToDecide(createComparison(), 0.001)).to.equal(undefined);
  });

  it('is about what such games take, from the first on, at any share', () => {
    for (const share of [0.2, 0.5]) {
      const world = { base: [0.4], candidate: [0.6] };
      const taken = Array.from({ length: 30 }, (_, seed) => {
        let comparison = createComparison();
        for (const game of play(world, share, createRandom(seed))) {
          comparison = addGame(comparison, game);
          if (isDecided(comparison)) return comparison;
        }
        throw new Error('games end');
      }).sort((a, b) => a.count - b.count);
      const median = taken[15]!;
      expect(gamesToDecide(median, 0.2)!, `${share}`).to.be.within(median.count / 1.5, median.count * 1.5);
    }
  });
});

/** The comparison with another number of games, and the same difference and spread. */
function scale(comparison: VariantComparison, games: number): VariantComparison {
  const factor = games / comparison.count;
  const { weights, estimates, squares } = comparison;
  const sums = { weights: weights * factor, estimates: estimates * factor, squares: squares * factor };
  return { ...comparison, count: games, ...sums };
}

function isDecided(comparison: VariantComparison): boolean {
  const { low, high } = differenceInterval(comparison);
  return low > 0 || high < 0;
}
