import { expect } from 'chai';
import type { PlayedGame } from '../../../../src/arena/contest/game-record.js';
import { SEARCH_SIZES } from '../../../../src/arena/contest/seat-figures.js';
import { addSize } from '../../../../src/stats/histogram.js';
import { measureMatch, reportMatch } from '../../../../src/arena/contest/match/match-report.js';
import { scheduleMatch, type MatchTally } from '../../../../src/arena/contest/match/match-tally.js';
import { createPairings } from '../../../../src/arena/contest/match/match-plan.js';
import { showMatch, sidesOf } from '../../../../src/arena/contest/match/match-sections.js';
import { createMatch } from '../../../support/contestants.js';

const SEAT = { answers: 5, ownMoves: 5, lostTurns: 0, failures: 0, fallbacks: 0, took: { 10: 5 }, length: 4 };

describe('the report of a match', () => {
  it('has medians of what a side noted, and columns for them only then', async () => {
    const plan = await createMatch('greedy', 'cautious');
    const { start } = scheduleMatch(plan);
    const headersOf = (tally: MatchTally) => {
      const { sections } = showMatch(reportMatch(tally, plan), []);
      const table = sections.find((section) => section.kind === 'table')!;
      return table.columns.map(({ header }) => header).filter((header) => header.startsWith('median'));
    };
    expect(reportMatch(start, plan).base.searched).to.deep.equal({ depth: null, nodes: null });
    expect(headersOf(start)).to.deep.equal([]);
    const searched = { depth: {}, nodes: {} };
    for (const depth of [2, 4, 9]) addSize(searched.depth, SEARCH_SIZES, depth);
    const tally = { ...start, sides: [start.sides[0]!, { ...start.sides[1]!, searched }] };
    expect(reportMatch(tally, plan).candidate.searched).to.deep.equal({ depth: 4, nodes: null });
    expect(headersOf(tally)).to.deep.equal(['median depth']);
  });

  it('has Elo, LLR and pentanomial, as the last point of its course does', async () => {
    const sprt = { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 };
    const plan = { ...(await createMatch('greedy', 'cautious')), sprt };
    const { start, fold } = scheduleMatch(plan);
    let tally = start;
    for (let pair = 0; pair < 10; pair++) {
      const pairings = createPairings(plan, pair);
      // The candidate wins the first game of each pair, and every other second one.
      const records = pairings.map(({ subject }, game): PlayedGame => {
        const isWon = game === 0 || pair % 2 === 0;
        const scores = isWon === (subject === 0) ? [1, 0] : [0, 1];
        return { kind: 'played', turns: 20, scores, seats: [SEAT, SEAT] };
      });
      tally = fold(tally, pairings, records);
    }
    const report = reportMatch(tally, plan);
    expect(report.pentanomial).to.deep.equal([0, 0, 5, 0, 5]);
    expect(report.score).to.equal(0.75);
    const { elo, eloLow: low, eloHigh: high, llr } = report;
    expect(measureMatch(tally, plan)).to.deep.equal({ pairs: 10, elo, low, high, llr });
    expect(report.test).to.include({ elo0: 0, elo1: 50 });
    expect(report.verdict).to.equal('undecided');
    expect(sidesOf(report).map(([role]) => role)).to.deep.equal(['base', 'candidate']);
    expect([report.base.wins, report.candidate.wins]).to.deep.equal([5, 15]);
  });
});
