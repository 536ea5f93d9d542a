import { expect } from 'chai';
import stringWidth from 'string-width';
import { reportMatch } from '../../src/arena/contest/match/match-report.js';
import { showMatch } from '../../src/arena/contest/match/match-sections.js';
import { scheduleMatch } from '../../src/arena/contest/match/match-tally.js';
import { showTournament } from '../../src/arena/contest/tournament/tournament-sections.js';
import { scheduleTournament, reportTournament } from '../../src/arena/contest/tournament/tournament-tally.js';
import { showTuning } from '../../src/arena/contest/tuning/tuning-sections.js';
import { scheduleTuning, reportTuning } from '../../src/arena/contest/tuning/tuning-tally.js';
import { parseSprt } from '../../src/stats/parse-sprt.js';
import { formatSections } from '../../src/terminal/format-sections.js';
import type { MatchReport } from '../../src/arena/contest/match/match-report.js';
import { createMatch } from '../support/contestants.js';
import { penta } from '../support/penta.js';
import { createTuning } from '../support/simulated-tuning.js';

/** What a tally has of a contestant that failed. */
const FAILED = {
  answers: 400,
  ownMoves: 380,
  failures: 20,
  fallbacks: 20,
  problem: 'failed: move threw: boom (at move (/home/player/a/long/path/to/strategies/random.ts:4:34))',
};

async function tournamentWithFailures(width: number): Promise<string> {
  const { contestants, game } = await createMatch('constant', 'random');
  const options = { contestants, perGame: 2, isGauntlet: false, seed: 'seven', maxPairs: 20, game };
  const { start } = scheduleTournament(options);
  const sides = start.sides.map((side, index) => (index === 1 ? { ...side, ...FAILED } : side));
  return formatSections('tournament', showTournament(reportTournament({ ...start, pairs: 10, sides }, options)), width);
}

/** The report of a tuning whose strategy has failed. */
async function tuningWithFailures(width: number): Promise<string> {
  const schema = { properties: { courage: { type: 'number', minimum: 0, maximum: 1 } } };
  const tuning = await createTuning(schema, { courage: 0.5 }, 100);
  const { start } = scheduleTuning(tuning);
  const report = reportTuning({ ...start, pairs: 10, side: { ...start.side, ...FAILED } }, tuning);
  return formatSections('tuning', showTuning(report), width);
}

describe('the reports of contests', () => {
  for (const [name, formatContest] of Object.entries({ tournamentWithFailures, tuningWithFailures })) {
    it(`name the failures of a side with the first message and its place (${name})`, async () => {
      const text = (await formatContest(80)).replaceAll('\n', ' ');
      expect(text).to.match(/\w+ failed on 20 turns \(failed: move threw: boom \(at move \(.*random\.ts:4:34\)\)\)\./);
    });

    it(`fit their terminal (${name})`, async () => {
      for (const width of [60, 80]) {
        const lines = (await formatContest(width)).split('\n');
        expect(lines.filter((line) => stringWidth(line) > width)).to.deep.equal([]);
      }
    });
  }
});

const formatMatchReport = (report: MatchReport, width: number) =>
  formatSections('a match', showMatch(report, []), width);

describe('the report of a match', () => {
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
    expect(report.candidate.label).to.equal('random {"food":1}');
    expect(text).to.contain('\n  games      2 in 1 pair, seed seed; 0 turns on average\n');
    expect(text).to.contain('\n  candidate  won 1, drew 1, lost 0: score 75.0 %\n');
    expect(text).to.match(/\ncandidate {2}0 .* ≤1\.1 {4}≤1\.1 /);
  });
});
