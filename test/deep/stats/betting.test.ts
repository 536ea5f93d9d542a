/**
 * The sequence that decides live experiments against betting sequences on the same simulated games: the record is in
 * `docs/internals/decisions/0023-no-betting.md`. Waudby-Smith and Ramdas (2023), "Estimating means of bounded random
 * variables by betting", JRSS B 86(1).
 */
import { expect } from 'chai';
import { createChance, type Chance } from '../../../src/rules/chance.js';
import {
  addGame,
  createComparison,
  createGammaMixture,
  createMeetings,
  mixtureBound,
  type StratumScore,
} from '../../../src/stats/confidence-sequence.js';
import { ranksOf } from '../../../src/stats/rank-score.js';

const RUNS = 400;
/** Games between two looks. */
const EVERY = 5;
/** Ratings of strangers lie so far around ours, in Elo. */
const SPREAD = 200;
const ALPHA = 0.05;

/** Takes a game. Returns 1 if the candidate is better by now, -1 if the base is, else 0. */
type Decider = (game: StratumScore) => -1 | 0 | 1;

/** Games of four by Plackett and Luce, with a candidate that is `elo` ahead. */
const DESIGNS = {
  split(chance: Chance, elo: number): StratumScore {
    const variant = chance.fraction() < 0.5 ? 'candidate' : 'base';
    const [rank] = rankGame(chance, [variant === 'candidate' ? elo : 0]);
    return { stratum: '', variant, share: 0.5, score: (4 - rank!) / 3 };
  },
  'side by side'(chance: Chance, elo: number): StratumScore {
    const [base, candidate] = rankGame(chance, [0, elo]);
    return { stratum: '', variant: 'both', share: 0.5, score: Number(candidate! < base!) };
  },
} as const;

function rankGame(chance: Chance, ours: readonly number[]): number[] {
  const strangers = Array.from({ length: 4 - ours.length }, () => SPREAD * (chance.fraction() + chance.fraction() - 1));
  return ranksOf(
    [...ours, ...strangers].map((elo) => (elo * Math.LN10) / 400 - Math.log(-Math.log(chance.fraction() || 1e-300))),
  );
}

/** Today's sequence with another promise. */
function mixtureOf(design: keyof typeof DESIGNS, alpha: number): Decider {
  let comparison = design === 'split' ? createComparison() : createMeetings();
  const mixture = createGammaMixture(2, comparison.tunedFor, alpha / 2);
  return (game) => {
    comparison = addGame(comparison, game);
    if (comparison.count % EVERY !== 0) return 0;
    const bound = mixtureBound(mixture, comparison.squares, alpha / 2);
    return comparison.estimates > bound ? 1 : comparison.estimates < -bound ? -1 : 0;
  };
}

/**
 * The estimate of a game as a stake: its mean is the difference, and it lies within ± `range`, which the games before
 * decide. So a bet of less than 1 / range on either side never costs all of the capital.
 */
function createStakes(): (game: StratumScore) => { readonly stake: number; readonly range: number } {
  const sums = { base: { count: 1, sum: 0.5 }, candidate: { count: 1, sum: 0.5 } };
  return ({ variant, score }) => {
    if (variant === 'both') return { stake: 2 * score - 1, range: 1 };
    const both = sums.base.sum / sums.base.count + sums.candidate.sum / sums.candidate.count;
    const range = Math.max(both, 2 - both);
    sums[variant].count++;
    sums[variant].sum += score;
    return { stake: variant === 'candidate' ? 2 * score - both : both - 2 * score, range };
  };
}

/** The hedged capital of section 4.4, with the bets of section 4.2: half bets on either side, up to 3/4 of the most. */
function hedgedCapital(): Decider {
  const toStake = createStakes();
  const logs = { up: 0, down: 0 };
  let [count, sum, squares] = [0, 0, 0.25];
  return (game) => {
    const { stake, range } = toStake(game);
    count++;
    const planned = Math.sqrt((2 * Math.log(2 / ALPHA)) / (squares * Math.log(count + 1)));
    const bet = Math.min(planned, 0.75 / range);
    logs.up += Math.log1p(bet * stake);
    logs.down += Math.log1p(-bet * stake);
    sum += stake;
    squares += (stake - sum / (count + 1)) ** 2;
    return decide(count, logs.up, logs.down);
  };
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

const BETS = [0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7];

/** The same capital shared out among constant bets. */
function sharedCapital(): Decider {
  const toStake = createStakes();
  const logs = BETS.map(() => ({ up: 0, down: 0 }));
  let count = 0;
  return (game) => {
    const { stake, range } = toStake(game);
    count++;
    for (const [index, bet] of BETS.entries()) {
      logs[index]!.up += Math.log1p((bet / range) * stake);
      logs[index]!.down += Math.log1p((-bet / range) * stake);
    }
    const [up, down] = (['up', 'down'] as const).map((side) =>
      Math.log(meanOf(logs.map((log) => Math.exp(log[side])))),
    );
    return decide(count, up!, down!);
  };
}

function decide(count: number, up: number, down: number): -1 | 0 | 1 {
  const needed = Math.log(2 / ALPHA);
  return count % EVERY !== 0 ? 0 : up >= needed ? 1 : down >= needed ? -1 : 0;
}

type Course = readonly [design: keyof typeof DESIGNS, elo: number, games: number];

/** The games until each run decides, and how many runs decide for a side that is not ahead. */
function runAll(name: string, [design, elo, games]: Course, create: () => Decider) {
  let wrong = 0;
  const lengths = Array.from({ length: RUNS }, (_, run) => {
    const chance = createChance(`${design} ${elo} ${run}`);
    const decider = create();
    for (let game = 1; game <= games; game++) {
      const decision = decider(DESIGNS[design](chance, elo));
      if (decision === 0) continue;
      if (elo === 0 || decision < 0) wrong++;
      return game;
    }
    return Infinity;
  }).toSorted((a, b) => a - b);
  const median = lengths[RUNS / 2]!;
  console.log(`      ${design}, ${elo} Elo, ${name}: median ${median}, ${wrong} of ${RUNS} wrong`);
  return { median, wrong: wrong / RUNS };
}

/** The promises of today's sequence with which it errs about as often as shared capital does. */
const LOOSER = { split: 0.1, 'side by side': 0.07 } as const;

describe('betting sequences', () => {
  const bound = ALPHA + 2 * Math.sqrt((ALPHA * (1 - ALPHA)) / RUNS);
  for (const design of ['split', 'side by side'] as const) {
    it(`keep their promise without a difference, as today's sequence does: ${design}`, () => {
      const course = [design, 0, 1500] as const;
      const today = runAll('today', course, () => mixtureOf(design, ALPHA));
      const looser = runAll('today at equal error', course, () => mixtureOf(design, LOOSER[design]));
      const hedged = runAll('hedged capital', course, hedgedCapital);
      const shared = runAll('shared capital', course, sharedCapital);
      for (const { wrong } of [today, hedged, shared]) expect(wrong).to.be.at.most(bound);
      expect(looser.wrong).to.be.within(shared.wrong - 0.01, shared.wrong + 0.01);
    });

    it(`need no tenth fewer games at 70 Elo and the same share of wrong verdicts: ${design}`, () => {
      const course = [design, 70, 4000] as const;
      const today = runAll('today', course, () => mixtureOf(design, ALPHA));
      const looser = runAll('today at equal error', course, () => mixtureOf(design, LOOSER[design]));
      const hedged = runAll('hedged capital', course, hedgedCapital);
      const shared = runAll('shared capital', course, sharedCapital);
      expect(hedged.median).to.be.above(today.median);
      expect(shared.median).to.be.above(0.9 * looser.median);
    });
  }
});
