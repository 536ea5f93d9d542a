import { expect } from 'chai';
import type { MatchTally } from '../../../src/arena/match/match-tally.js';
import { startTally } from '../../../src/arena/match/match-tally.js';
import { formatProgress } from '../../../src/commands/compare/format-match.js';
import { parseSprt } from '../../../src/stats/parse-sprt.js';
import { createMatch } from '../../support/contestants.js';

describe('formatProgress', () => {
  const condition = { sprt: parseSprt('elo0=0,elo1=10,alpha=0.05,beta=0.05', '--sprt'), maxPairs: 100 };
  let start: MatchTally;
  before(async () => (start = startTally(await createMatch('constant', 'random'))));

  it('estimates neither Elo nor the time left before the first pair', () => {
    const line = '0 games  0.0/s  score 50.0 %  Elo unknown  LLR 0.00 (-2.94, 2.94)  time left unknown';
    expect(formatProgress(start, condition, 2, 0)).to.equal(line);
  });

  it('estimates the time left from the pairs up to the limit, if there is no test', () => {
    const tally = { ...start, pairs: 40 };
    expect(formatProgress(tally, { sprt: undefined, maxPairs: 100 }, 2, 3)).to.match(
      /^80 games {2}6\.0\/s .* about 20 s left$/,
    );
    expect(formatProgress(tally, { sprt: undefined, maxPairs: 1000 }, 2, 3)).to.match(/about 6 min left$/);
  });
});
