import { expect } from 'chai';
import type { ExperimentGame } from '../../../src/journal/report/experiment-sides.js';
import { findImbalances, formatExperiment } from '../../../src/journal/report/format-experiments.js';
import { computeVerdicts } from '../../../src/journal/report/verdicts.js';
import { createChance, type Chance } from '../../../src/rules/chance.js';
import { addGame, differenceInterval, createComparison } from '../../../src/stats/confidence-sequence.js';
import { IMBALANCE_ERROR } from '../../../src/stats/imbalance.js';
import type { SplitVerdict } from '../../../src/views/report-lines.js';

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
    expect(alone).to.deep.include({ earlier: 0, changes: [], ended: [] });
    const changes = ['candidate: options {"food":1} → {"food":3}'];
    const [{ ended }, [first]] = [verdict!, computeVerdicts(before)];
    expect(verdict).to.deep.equal({ ...alone, earlier: 24, changes, ended });
    const { games, difference, low, high, decision } = first!;
    const [base, candidate] = ['base', 'candidate'].map((hash) => ({ hash, version: '', options: '{}' }));
    const sides = { base, candidate: { ...candidate, options: '{"food":1}' } };
    expect(ended).to.deep.equal([{ ...sides, games, from: 0, to: 1000, difference, low, high, decision }]);
    expect(verdict!.games).to.equal(10);
  });

  it('keeps the verdict on earlier sides, with its date', () => {
    const chance = createChance('kept');
    const won = Array.from({ length: 60 }, (_, index) => {
      const game = better(index);
      return { ...game, place: game.variant === 'candidate' ? 1 : 2 };
    });
    const after = Array.from({ length: 5 }, () => ({ ...equalGame(chance, 0.5), sides: 'later' }));
    const [verdict] = computeVerdicts([...won, ...after]);
    expect(verdict).to.include({ games: 5, decision: 'undecided' });
    expect(verdict!.ended).to.have.lengthOf(1);
    expect(verdict!.ended[0]).to.include({ games: 60, decision: 'candidate is better' });
    expect(formatExperiment({ ...(verdict as SplitVerdict), shadow: 0 })).to.match(
      /Before, 1970-01-01 to 1970-01-01, base \{\} against base \{\}: candidate is better after 60 games, \+/,
    );
  });

  it('forecasts by the games a day, with any sides, and lists the opponents of each side', () => {
    const day = 86_400_000;
    const games = Array.from({ length: 40 }, (_, index) => {
      const sides = index < 30 ? 'before' : 'now';
      return {
        ...better(index),
        sides,
        started_at: (index * day) / 4,
        ended_at: (index * day) / 4,
        opponents: '["Nagini"]',
      };
    });
    const [verdict] = computeVerdicts(games);
    expect(verdict!.forecast.perDay).to.be.closeTo(4, 1e-9);
    const { table } = verdict!.forecast;
    expect(table.map(({ difference }) => difference)).to.deep.equal([0.05, 0.1, 0.2, 0.4]);
    for (const [index, { games: count }] of table.entries()) expect(count).to.be.below(table[index - 1]?.games ?? 1e5);
    const { played, base, candidate } = verdict as SplitVerdict;
    expect(played.base).to.deep.include({ games: base, opponents: [{ opponent: 'Nagini', games: base }] });
    expect(played.candidate).to.deep.include({ games: candidate });
    expect(computeVerdicts(games.slice(0, 9))[0]!.forecast).to.not.have.property('perDay');
  });

  it('doubts games that do not fit the share with which each was assigned', () => {
    const games = Array.from({ length: 200 }, (_, index) => better(index));
    const [fair] = computeVerdicts(games);
    expect(findImbalances(fair!)).to.have.property('size', 0);
    const [uneven] = computeVerdicts(games.map((game) => ({ ...game, share: 0.2 })));
    const { assigned } = uneven as SplitVerdict;
    expect(assigned).to.include({ base: 100, candidate: 100 }).and.property('p').below(IMBALANCE_ERROR);
    expect([...findImbalances(uneven!)]).to.deep.equal([
      ['assigned', 'the assigned games, 100 of the candidate and 100 of the base, do not fit its share'],
    ]);
  });

  it('doubts games without a known result if one side has most of them, up to the first that still runs', () => {
    const games = Array.from({ length: 200 }, (_, index) => better(index));
    for (const result of ['unknown', 'abandoned']) {
      const lost = games.map((game) => withoutResult(game, result));
      const [verdict] = computeVerdicts(lost);
      expect(verdict!.left).to.include({ base: 0, candidate: 100 }).and.property('p').below(IMBALANCE_ERROR);
      expect([...findImbalances(verdict!).keys()]).to.deep.equal(['left']);
      const [early] = computeVerdicts(lost.with(10, { ...lost[10]!, result: null, place: null, ended_at: null }));
      expect(early!.left).to.include({ candidate: 5 });
    }
    const alone = games.map((game) => ({ ...withoutResult(game, 'unknown'), snakes: 1 }));
    expect(computeVerdicts(alone)[0]!.left).to.include({ base: 0, candidate: 0 });
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

/** The same game; the result of the candidate's is not known. */
function withoutResult(game: ExperimentGame, result: string): ExperimentGame {
  return game.variant === 'candidate' ? { ...game, place: null, result } : game;
}
