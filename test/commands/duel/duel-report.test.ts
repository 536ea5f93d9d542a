import { expect } from 'chai';
import { reportDuel, showDuel } from '../../../src/commands/duel/duel-report.js';
import { NEW_DUEL, type DuelGame, type DuelTally } from '../../../src/commands/duel/duel-tally.js';
import { formatSections } from '../../../src/terminal/format-sections.js';

const SPRT = { elo0: 0, elo1: 30, alpha: 0.05, beta: 0.05, model: 'logistic' } as const;
const PLAN = { base: '/old', candidate: '/new', sprt: SPRT };

/** Settled games with these scores; the journal has them if `lostBy` gives the lost turns. */
function tallyOf(
  scores: readonly (number | null)[],
  lostBy?: (game: number) => readonly [base: number, candidate: number],
) {
  const games = scores.map((score, index): DuelGame => {
    const lost = lostBy?.(index);
    return {
      at: index,
      snakes: ['b', 'c', 'x'],
      id: `g${index}`,
      score,
      ...(lost && { lost: { base: lost[0], candidate: lost[1] } }),
    };
  });
  const tally: DuelTally = { ...NEW_DUEL, pairs: games.length, games };
  return tally;
}
const repeat = (count: number, ...scores: (number | null)[]) => Array.from({ length: count }, () => scores).flat();

/** Why a duel is void in which both sides together lost turns in so many of 100 games. */
const share = (lost: number) =>
  reportDuel(
    tallyOf(repeat(100, 1), (game) => [game < lost / 2 ? 1 : 0, game >= 100 - lost / 2 ? 1 : 0]),
    PLAN,
  ).void;
/** The same if one side lost turns in so many of 300 games. */
const only = (side: 'base' | 'candidate', lost: number) =>
  reportDuel(
    tallyOf(repeat(300, 1), (game) => {
      const turns = game < lost ? 1 : 0;
      return side === 'base' ? [turns, 0] : [0, turns];
    }),
    PLAN,
  ).void;

describe('reportDuel', () => {
  it('counts every game with a known result, and no other', () => {
    const tally = tallyOf([1, 1, 0.5, 0, null, 1]);
    const open = { ...tally, pairs: 5 };
    const report = reportDuel(open, PLAN);
    expect(report).to.deep.include({ games: 4, excluded: 1, open: 1, score: 0.625, verdict: 'undecided', kept: 0 });
    expect(report.base).to.deep.equal({ snake: '/old', outlived: 1, lostGames: 0 });
    expect(report.candidate).to.deep.equal({ snake: '/new', outlived: 2, lostGames: 0 });
    expect(report.test).to.deep.equal(SPRT);
  });

  it('decides as a match does, in a sentence', () => {
    const better = reportDuel(tallyOf(repeat(80, 1, 1, 0)), PLAN);
    expect([better.verdict, better.sentence]).to.deep.equal([
      'H1',
      'Candidate /new is better than base /old: H1 accepted after 240 games.',
    ]);
    expect(reportDuel(tallyOf(repeat(80, 0, 1, 0)), PLAN).sentence).to.equal(
      'Candidate /new is no better than base /old: H0 accepted after 240 games.',
    );
    expect(reportDuel(tallyOf(repeat(20, 1, 0)), PLAN).sentence).to.match(
      /^Undecided after 40 games: candidate \/new is better than base \/old with a probability of 50\.0 %\. /,
    );
  });

  it('shows the figures without games in which the host lost turns', () => {
    const report = reportDuel(
      tallyOf([...repeat(30, 1, 0), 1, 1], (game) => [0, game >= 60 ? 3 : 0]),
      PLAN,
    );
    expect([report.games, report.withoutLost.games, report.withoutLost.score]).to.deep.equal([62, 60, 0.5]);
    expect(report.score).to.be.above(0.5);
    expect(report.void).to.equal(null);
    expect(formatSections('a duel', showDuel(report), 100)).to.match(
      /lost turns +of the candidate in 2, of the base in 0 of 62 games in the\s+journal\n +without +60 games: Elo 0\.0 ± [\d.]+, LLR /,
    );
  });

  it('is void if more than 10 % of the games have lost turns, on any side', () => {
    expect([share(10), share(12)]).to.deep.equal([
      null,
      'of 100 games, the host lost turns of the candidate in 6, of the base in 6',
    ]);
  });

  it('is void if one side has lost turns in more games than the other, by a test', () => {
    expect(only('base', 25)).to.match(/of the base in 25$/);
    expect(only('candidate', 25)).to.match(/of the candidate in 25, /);
    expect(only('candidate', 5)).to.equal(null);
  });

  it('is void if the code or the options of a side have changed', () => {
    const tally = tallyOf(repeat(20, 1, 0), () => [0, 0]);
    const from = (changed: number) => {
      const games = tally.games.map((game, index) => ({ ...game, sides: index < changed ? 'before' : 'after' }));
      return reportDuel({ ...tally, games }, PLAN).void;
    };
    expect([from(0), from(40)]).to.deep.equal([null, null]);
    expect(from(39)).to.equal('the code or the options of a side have changed');
  });
});
