import { expect } from 'chai';
import type { MatchPlan } from '../../../../../src/arena/contest/match/match-plan.js';
import { runsOf } from '../../../../support/budget.js';
import { createMatch } from '../../../../support/contestants.js';
import { simulateVerdict } from '../../../../support/simulated-tuning.js';

describe('the match that decides about values found', () => {
  const sprt = { elo0: 0, elo1: 100, alpha: 0.05, beta: 0.05 };
  let match: MatchPlan;
  before(async () => void (match = await createMatch('constant', 'constant')));

  it('adopts values that are no better in no more than alpha of the matches', async () => {
    const runs = runsOf(20);
    let adopted = 0;
    for (let run = 0; run < runs; run++) adopted += Number((await simulateVerdict(match, 0, sprt, run)) === 'H1');
    // Three standard errors of a share of 5 %.
    expect(adopted / runs).to.be.at.most(0.05 + 3 * Math.sqrt((0.05 * 0.95) / runs));
    expect(adopted).to.be.above(0);
  });

  it('adopts values that are better by far', async () => {
    const verdicts = await Promise.all([1, 2, 3, 4, 5].map((seed) => simulateVerdict(match, 180, sprt, seed)));
    expect(verdicts).to.deep.equal(['H1', 'H1', 'H1', 'H1', 'H1']);
  });
});
