import { expect } from 'chai';
import { scheduleMatch, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import stringWidth from 'string-width';
import { reportMatch } from '../../../src/arena/contest/match/match-report.js';
import type { MatchPlan } from '../../../src/arena/contest/match/match-plan.js';
import { MATCH } from '../../../src/commands/compare/compare.js';
import { formatProgress as formatProgressOf } from '../../../src/commands/contest/run-contest.js';
import { parseSprt } from '../../../src/stats/parse-sprt.js';
import { createMatch } from '../../support/contestants.js';
import { penta } from '../../support/penta.js';

describe('the progress line of a match', () => {
  const plan = { snakes: 2, sprt: parseSprt('elo0=0,elo1=10,alpha=0.05,beta=0.05', '--sprt'), maxPairs: 100 };
  let match: MatchPlan;
  let start: MatchTally;
  before(async () => {
    match = await createMatch('constant', 'random');
    start = scheduleMatch(match).start;
  });

  function formatProgress(tally: MatchTally, changes: Pick<MatchPlan, 'snakes' | 'sprt' | 'maxPairs'>, rate: number) {
    const changed = { ...match, ...changes };
    return formatProgressOf(MATCH, reportMatch(tally, changed), changed, rate);
  }

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
    const withTest = `${line}  LLR −2.93`;
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
