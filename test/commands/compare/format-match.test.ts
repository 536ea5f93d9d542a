import { expect } from 'chai';
import { scheduleMatch, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import stringWidth from 'string-width';
import { reportMatch } from '../../../src/arena/contest/match/match-report.js';
import { formatMatchReport, formatProgress } from '../../../src/commands/compare/format-match.js';
import { parseSprt } from '../../../src/stats/parse-sprt.js';
import { createMatch } from '../../support/contestants.js';
import { penta } from '../../support/penta.js';

describe('formatProgress', () => {
  const plan = { snakes: 2, sprt: parseSprt('elo0=0,elo1=10,alpha=0.05,beta=0.05', '--sprt'), maxPairs: 100 };
  let start: MatchTally;
  before(async () => (start = scheduleMatch(await createMatch('constant', 'random')).start));

  it('estimates neither Elo nor the time left before the first pair', () => {
    const line = '0 games  0.0/s  score 50.0 %  Elo unknown  LLR 0.00  time left unknown';
    expect(formatProgress(start, plan, 0)).to.equal(line);
  });

  it('estimates the time left from the pairs up to the limit, if there is no test', () => {
    const tally = { ...start, pairs: 40 };
    expect(formatProgress(tally, { snakes: 2, sprt: undefined, maxPairs: 100 }, 3)).to.match(
      /^80 games {2}6\.0\/s .* ~20 s left$/,
    );
    expect(formatProgress(tally, { snakes: 2, sprt: undefined, maxPairs: 1000 }, 3)).to.match(/~6 min left$/);
  });

  it('fits 80 columns', () => {
    const pairScores = { kind: 'duels', counts: penta(10, 0, 1000, 0, 8990) } as const;
    const line = formatProgress(
      { ...start, pairs: 10_000, pairScores },
      { snakes: 2, sprt: undefined, maxPairs: 1e6 },
      617,
    );
    expect(line).to.match(/^20000 games {2}1234\/s .* ± .* min left$/);
    const withTest = `${line}  LLR -2.93`;
    expect(stringWidth(withTest)).to.be.at.most(80);
  });

  it('forecasts nothing from fewer than 30 pairs, unless they decide the test', () => {
    const cases = [
      [4, penta(0, 0, 0, 0, 4), /time left unknown$/],
      [29, penta(2, 0, 19, 0, 8), /time left unknown$/],
      [30, penta(2, 0, 19, 0, 9), /~\d+ s left$/],
    ] as const;
    for (const [pairs, counts, end] of cases)
      expect(formatProgress({ ...start, pairs, pairScores: { kind: 'duels', counts } }, plan, 3)).to.match(end);
  });

  it('estimates the time left from the growth of the LLR, if there is a test', () => {
    const tally = { ...start, pairs: 30, pairScores: { kind: 'duels', counts: penta(2, 0, 19, 0, 9) } as const };
    expect(formatProgress(tally, { ...plan, maxPairs: 1000 }, 3)).to.match(/LLR 0\.52 {2}~4\d s left$/);
  });
});

describe('formatMatchReport', () => {
  const sprt = parseSprt('elo1=10', '--sprt');

  it('fits its terminal, whatever the names, causes and counts', async () => {
    const duel = await createMatch('constant', 'random', 'dice', 'throw', 'sort', 'loop', 'up', 'wild', 'mutate');
    const match = { ...duel, snakes: 8, seed: '4294967295' };
    const deaths = { 'snake-self-collision': 14_800, 'snake-collision': 4400, 'head-collision': 1_234, hazard: 99_999 };
    const busy = { games: 20_000, answers: 9_999_999, lostTurns: 9_999_999, failures: 123_456, fallbacks: 123_456 };
    const { start } = scheduleMatch(match);
    const sides = start.sides.map((side) => ({ ...side, ...busy, ownMoves: 5, deaths, took: { 160: 5 }, length: 1e6 }));
    const contestants = match.contestants.map((one) => {
      if (one.kind !== 'local') throw new Error('not a strategy');
      return { ...one, config: { ...one.config, options: { hungerBelow: 60, courage: 0.25, style: '蛇のように' } } };
    });
    const [base, candidate, ...opponents] = contestants;
    const named = { ...match, contestants: [base!, candidate!, ...opponents] as const, sprt };
    const report = reportMatch({ ...start, sides }, named);
    for (const width of [60, 80]) {
      const lines = formatMatchReport(report, width).split('\n');
      expect(lines.length).to.be.above(30);
      expect(lines.filter((line) => stringWidth(line) > width)).to.deep.equal([]);
    }
  });

  it('shows options of both sides, a count with its noun, and times as bounds', async () => {
    const match = await createMatch('constant', 'random');
    const [base, candidate] = match.contestants;
    if (candidate.kind !== 'local') throw new Error('not a strategy');
    const hungry = { ...candidate, config: { ...candidate.config, options: { food: 1 } } };
    const { start } = scheduleMatch(match);
    const tally = {
      ...start,
      pairs: 1,
      sides: start.sides.map((side) => ({ ...side, took: { 80: 5 } })),
      outcomes: {
        base: { wins: 0, draws: 1, losses: 1, points: 0.5 },
        candidate: { wins: 1, draws: 1, losses: 0, points: 1.5 },
      },
      pairScores: { kind: 'duels', counts: penta(0, 0, 0, 1, 0) } as const,
    };
    const report = reportMatch(tally, { ...match, contestants: [base, hungry], sprt });
    const text = formatMatchReport(report, 80);
    expect(text).to.match(/^candidate random \{"food":1\} against base constant\n/);
    expect(text).to.contain('\n  games      2 in 1 pair, seed seed; 0 turns on average\n');
    expect(text).to.contain('\n  candidate  won 1, drew 1, lost 0: score 75.0 %\n');
    expect(text).to.match(/\ncandidate {2}0 .* ≤1\.1 {4}≤1\.1 /);
  });
});
