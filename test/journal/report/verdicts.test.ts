import { expect } from 'chai';
import { reachVerdicts, type ExperimentGame } from '../../../src/journal/report/verdicts.js';
import { createChance, type Chance } from '../../../src/rules/chance.js';
import { addGame, differenceInterval, createComparison } from '../../../src/stats/confidence-sequence.js';

const GAMES = 400;
const RUNS = 200;

/** A duel on the ladder, in which both sides win as often. */
function equalGame(chance: Chance, split: number): ExperimentGame {
  const variant = chance.fraction() < split ? 'candidate' : 'base';
  const place = chance.fraction() < 0.5 ? 1 : 2;
  const snakes = 2 + chance.below(3);
  return { snake: '/c', experiment: 'x', variant, split, ruleset: 'standard', snakes, place, result: 'loss' };
}

describe('reachVerdicts', () => {
  it('errs no more often than it claims, even if it is read after every game', function () {
    this.timeout(60_000);
    let wrong = 0;
    for (let run = 0; run < RUNS; run++) {
      const chance = createChance(`run ${run}`);
      let comparison = createComparison(0.5);
      let isWrong = false;
      for (let game = 0; game < GAMES && !isWrong; game++) {
        const { variant, snakes, place } = equalGame(chance, 0.5);
        const score = (snakes - place!) / (snakes - 1);
        comparison = addGame(comparison, { stratum: `standard ${snakes}`, variant: variant as 'base', score });
        const { low, high } = differenceInterval(comparison);
        isWrong = low > 0 || high < 0;
      }
      if (isWrong) wrong++;
    }
    expect(wrong / RUNS).to.be.at.most(0.05);
  });

  it('follows the confidence sequence over the games in order', () => {
    const chance = createChance('verdict');
    const games = Array.from({ length: GAMES }, () => equalGame(chance, 0.3));
    const [verdict] = reachVerdicts(games);
    let comparison = createComparison(0.3);
    for (const { variant, snakes, place } of games) {
      const score = (snakes - place!) / (snakes - 1);
      comparison = addGame(comparison, { stratum: `standard ${snakes}`, variant: variant as 'base', score });
    }
    expect(verdict).to.include({ ...differenceInterval(comparison), decision: 'undecided', waiting: 0 });
  });

  it('waits for games under way, and leaves out abandoned ones', () => {
    const chance = createChance('wait');
    const games = Array.from({ length: 10 }, () => equalGame(chance, 0.5));
    games[3] = { ...games[3]!, result: 'abandoned', place: null };
    games[7] = { ...games[7]!, result: null, place: null };
    const [verdict] = reachVerdicts(games);
    expect(verdict!.base + verdict!.candidate).to.equal(6);
    expect(verdict!.waiting).to.equal(2);
  });
});
