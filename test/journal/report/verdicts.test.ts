import { expect } from 'chai';
import type { ExperimentGame } from '../../../src/journal/report/experiment-sides.js';
import { computeVerdicts } from '../../../src/journal/report/verdicts.js';
import { createChance, type Chance } from '../../../src/rules/chance.js';
import { addGame, differenceInterval, createComparison } from '../../../src/stats/confidence-sequence.js';

const GAMES = 400;
const RUNS = 200;

/** A duel on the ladder, in which both sides win as often. */
function equalGame(chance: Chance, split: number): ExperimentGame {
  const variant = chance.fraction() < split ? 'candidate' : 'base';
  const place = chance.fraction() < 0.5 ? 1 : 2;
  const snakes = 2 + chance.below(3);
  const side = { share: split, sides: 'now', hash: variant, version: '', options: '{}' };
  const times = { started_at: 0, ended_at: 1000 };
  const answers = { late: 0, failed: 0, illegal: 0, lost: 0 };
  const game = { snake: '/c', experiment: 'x', variant, split, ruleset: 'standard', snakes, place, result: 'loss' };
  return { ...game, ...side, ...times, ...answers, game: 'id', run: 1, opponents: '[]' };
}

describe('computeVerdicts', () => {
  it('errs no more often than it claims, even if it is read after every game', () => {
    let wrong = 0;
    for (let run = 0; run < RUNS; run++) {
      const chance = createChance(`run ${run}`);
      let comparison = createComparison();
      let isWrong = false;
      for (let game = 0; game < GAMES && !isWrong; game++) {
        const { variant, snakes, place } = equalGame(chance, 0.5);
        const score = (snakes - place!) / (snakes - 1);
        comparison = addGame(comparison, {
          stratum: `standard ${snakes}`,
          variant: variant as 'base',
          share: 0.5,
          score,
        });
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
    const [verdict] = computeVerdicts(games);
    let comparison = createComparison();
    for (const { variant, snakes, place } of games) {
      const score = (snakes - place!) / (snakes - 1);
      comparison = addGame(comparison, {
        stratum: `standard ${snakes}`,
        variant: variant as 'base',
        share: 0.3,
        score,
      });
    }
    expect(verdict).to.include({ ...differenceInterval(comparison), decision: 'undecided', waiting: 0 });
  });

  it('waits for running games, and leaves out abandoned ones', () => {
    const chance = createChance('wait');
    const games = Array.from({ length: 10 }, () => equalGame(chance, 0.5));
    games[3] = { ...games[3]!, result: 'abandoned', place: null };
    games[7] = { ...games[7]!, result: null, place: null, ended_at: null };
    const [verdict] = computeVerdicts(games);
    expect(verdict!.games).to.equal(6);
    expect(verdict).to.include({ waiting: 2, overdue: 0 });
  });

  it('waits for a game no longer than the longest finished one took, and then covers all its possible results', () => {
    const chance = createChance('overdue');
    const games = Array.from({ length: 200 }, (_, index) => lasting(equalGame(chance, 0.5), index, 10));
    games[20] = lasting(games[20]!, 20, 60, 'loss');
    games[50] = lasting(games[50]!, 50, 150, 'abandoned');
    const open = { result: null, place: null, ended_at: null };
    // It has lasted for 29 s, and the longest game for 60 s.
    const [waits] = computeVerdicts(games.with(180, { ...games[180]!, ...open }));
    expect(waits).to.include({ waiting: 19, overdue: 0 });
    const [verdict] = computeVerdicts(games.with(100, { ...games[100]!, ...open }));
    expect(verdict).to.include({ waiting: 0, overdue: 1, decision: 'undecided' });
    expect(verdict!.games).to.equal(198);
    for (const place of [1, 2, games[100]!.snakes]) {
      const [known] = computeVerdicts(games.with(100, { ...games[100]!, place }));
      expect(verdict!.low, `${place}`).to.be.below(known!.low + 0.002);
      expect(verdict!.high, `${place}`).to.be.above(known!.high - 0.002);
    }
  });

  it('covers the games of the present two sides only, and says what has changed', () => {
    const chance = createChance('changed');
    const before = Array.from({ length: 24 }, () => equalGame(chance, 0.5)).map((game) =>
      game.variant === 'candidate' ? { ...game, options: '{"food":1}' } : game,
    );
    const after = Array.from({ length: 10 }, () => ({ ...equalGame(chance, 0.5), sides: 'later' })).map((game) =>
      game.variant === 'candidate' ? { ...game, options: '{"food":3}' } : game,
    );
    const [verdict, ...rest] = computeVerdicts([...before, ...after]);
    const [alone] = computeVerdicts(after);
    expect(rest).to.deep.equal([]);
    expect(alone).to.deep.include({ earlier: 0, changes: [] });
    expect(verdict).to.deep.equal({
      ...alone,
      earlier: 24,
      changes: ['candidate: options {"food":1} → {"food":3}'],
    });
    expect(verdict!.games).to.equal(10);
  });

  it('counts the games of the first two sides again if both are as they were', () => {
    const chance = createChance('back');
    const games = ['a', 'b', 'a'].flatMap((sides) =>
      Array.from({ length: 5 }, () => ({ ...equalGame(chance, 0.5), sides })),
    );
    const [verdict] = computeVerdicts(games);
    expect(verdict!.games).to.equal(10);
    expect(verdict!.earlier).to.equal(5);
  });

  it('does not wait for a game that earlier sides have not ended', () => {
    const chance = createChance('open');
    const open: ExperimentGame = {
      ...equalGame(chance, 0.5),
      sides: 'before',
      result: null,
      place: null,
      ended_at: null,
    };
    const [verdict] = computeVerdicts([open, ...Array.from({ length: 4 }, () => equalGame(chance, 0.5))]);
    expect(verdict).to.include({ waiting: 0, earlier: 0 });
    expect(verdict!.games).to.equal(4);
  });

  it('estimates how many more games it needs, from 60 games until the decision', () => {
    expect(verdictOf(59)).to.include({ decision: 'undecided' }).and.not.have.property('needed');
    const few = verdictOf(60);
    expect(few).to.include({ decision: 'undecided' });
    expect(few.needed).to.be.within(1, 2000);
    expect(verdictOf(80 + few.needed!))
      .to.include({ decision: 'candidate is better' })
      .and.not.have.property('needed');
  });
});

/** The game as it began at a second, and lasted some. */
function lasting(game: ExperimentGame, second: number, seconds: number, result = 'loss'): ExperimentGame {
  const place = result === 'abandoned' ? null : game.place;
  return { ...game, result, place, started_at: 1000 * second, ended_at: 1000 * (second + seconds) };
}

/** The verdict on the first games of {@link better}. */
function verdictOf(length: number) {
  return computeVerdicts(Array.from({ length }, (_, index) => better(index)))[0]!;
}

/** The candidate wins six games of ten, and the base four. */
function better(index: number): ExperimentGame {
  const variant = index % 2 === 0 ? 'base' : 'candidate';
  const wins = (index >> 1) % 5 < (variant === 'candidate' ? 3 : 2);
  return { ...equalGame(createChance('needed'), 0.5), variant, place: wins ? 1 : 2, snakes: 2 };
}
