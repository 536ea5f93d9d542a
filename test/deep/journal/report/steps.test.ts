/**
 * Simulated histories of a split whose share grows in steps, in Plackett-Luce games of four with three strangers,
 * checked every five games: how often its verdict or its promotion is wrong, and how many games it takes.
 */
import { expect } from 'chai';
import {
  identifySides,
  type ExperimentGame,
  type LiveExperiment,
} from '../../../../src/journal/report/experiment-sides.js';
import { computeVerdict } from '../../../../src/journal/report/verdicts.js';
import { createChance, type Chance } from '../../../../src/rules/chance.js';
import { Guards } from '../../../../src/snakes/guards.js';
import { ranksOf } from '../../../../src/stats/rank-score.js';
import type { Decision, SplitVerdict } from '../../../../src/views/report-lines.js';

const HISTORIES = 1000;
const GAMES = 1500;
/** Games between two looks. */
const LOOK = 5;
/** The strangers' ratings spread by this, in Elo. */
const SPREAD = 200;
const SIDE = { hash: 'base', version: '', options: '{}' };

function experimentOf(steps: readonly number[]): LiveExperiment {
  const plan = { steps: [...steps], stepGames: 20, promote: 'auto' } as const;
  const sides = { base: SIDE, candidate: { ...SIDE, hash: 'candidate' } };
  return { snakes: ['/e'], experiment: 'x', split: steps.at(-1)!, plan, ...sides };
}

const createGuard = (live: LiveExperiment) => new Guards({ changed: () => {} }).of(live);

/** What a guard reads of a verdict: no game is bad. */
function verdictAfter(games: number, candidate: number, decision: Decision, share = 0.2): SplitVerdict {
  const counts = { base: { games: games - candidate, bad: 0 }, candidate: { games: candidate, bad: 0 } };
  const guards = [{ guard: 'lost turns', ...counts, evidence: 0 } as const];
  const fair = { base: 0, candidate: 0, p: 1 };
  const reached = { share, shareGames: candidate };
  return {
    design: 'split',
    games,
    decision,
    guards,
    assigned: fair,
    left: fair,
    ...reached,
  } as unknown as SplitVerdict;
}

/** Games with a candidate that is stronger by `elo`, and gets the share that its guard says. */
function historyOf(chance: Chance, live: LiveExperiment, elo: number): ExperimentGame[] {
  const guard = createGuard(live);
  const games: ExperimentGame[] = [];
  let candidates = 0;
  for (let number = 0; number < GAMES; number++) {
    const { share } = guard;
    const variant = chance.fraction() < share ? 'candidate' : 'base';
    if (variant === 'candidate') candidates++;
    const strangers = [1, 2, 3].map(() => SPREAD * (chance.fraction() + chance.fraction() - 1));
    const ratings = [variant === 'candidate' ? elo : 0, ...strangers];
    const place = ranksOf(ratings.map((rating) => (rating * Math.LN10) / 400 + gumbel(chance)))[0]!;
    const game = { snake: '/e', game: `${number}`, run: 1, ruleset: 'standard', snakes: 4, opponents: '[]', place };
    const side = { experiment: 'x', variant, split: live.split, share, sides: identifySides(live), ...SIDE };
    const answers = { late: 0, failed: 0, illegal: 0, lost: 0 };
    games.push({ ...game, ...side, ...answers, result: 'loss', started_at: number, ended_at: number + 1 });
    if (games.length % LOOK === 0)
      guard.review({ verdict: verdictAfter(games.length, candidates, 'undecided', share) });
    if (guard.share !== share) candidates = 0;
  }
  return games;
}

/** The snake with the largest sum of log strength and this is the winner of a Plackett-Luce game, and so on. */
function gumbel(chance: Chance): number {
  return -Math.log(-Math.log(chance.fraction() || Number.MIN_VALUE));
}

/** The first decision of an experiment, with its number of games, and the share of the candidate after it. */
function outcomeOf(seed: string, elo: number, steps: readonly number[]) {
  const live = experimentOf(steps);
  const guard = createGuard(live);
  let decided: { readonly decision: Decision; readonly games: number } | undefined;
  computeVerdict(historyOf(createChance(seed), live, elo), (games, difference) => {
    if (decided !== undefined || games % LOOK !== 0) return;
    const { low, high } = difference();
    if (low <= 0 && high >= 0) return;
    decided = { decision: low > 0 ? 'candidate is better' : 'base is better', games };
    guard.review({ verdict: verdictAfter(games, games, decided.decision) });
  });
  return { decided, share: decided === undefined ? undefined : guard.share };
}

function outcomesOf(name: string, elo: number, steps: readonly number[] = [0.2, 0.5]) {
  const all = Array.from({ length: HISTORIES }, (_, run) => outcomeOf(`${name} ${run}`, elo, steps));
  const count = (wanted: Decision) => all.filter(({ decided }) => decided?.decision === wanted).length;
  const games = all.map(({ decided }) => decided?.games ?? Infinity).sort((a, b) => a - b);
  const outcome = {
    better: count('candidate is better'),
    worse: count('base is better'),
    promoted: all.filter(({ share }) => share === 1).length,
    stopped: all.filter(({ share }) => share === 0).length,
    median: games[HISTORIES / 2]!,
  };
  console.log(`      ${name}: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Most of the histories for a promised rate: two standard errors more. */
const most = (rate: number) => HISTORIES * (rate + 2 * Math.sqrt((rate * (1 - rate)) / HISTORIES));

describe('a split whose share grows in steps', () => {
  it('errs in at most 5 % of histories without a difference, and promotes in at most 2.5 %', () => {
    const { better, worse, promoted, stopped } = outcomesOf('no difference', 0);
    expect(better + worse).to.be.at.most(most(0.05));
    expect(promoted).to.be.at.most(most(0.025));
    expect([promoted, stopped]).to.deep.equal([better, worse]);
  });

  it('errs no more often with shares that are far from even', () => {
    const { better, worse } = outcomesOf('no difference, uneven', 0, [0.05, 0.3, 0.9]);
    expect(better + worse).to.be.at.most(most(0.05));
  });

  it('promotes a candidate of −35 Elo in at most 0.5 % of histories', () => {
    expect(outcomesOf('-35 Elo', -35).promoted).to.be.at.most(most(0.005));
  });

  it('decides for +70 Elo, +0.10 in mean score, after about 600 games, and an even split not much sooner', () => {
    const stepped = outcomesOf('+70 Elo', 70);
    expect(stepped.worse).to.equal(0);
    expect(stepped.median).to.be.within(450, 700);
    const even = outcomesOf('+70 Elo, even', 70, [0.5]);
    expect(even.median).to.be.within(stepped.median - 120, stepped.median);
  });
});
