import { expect } from 'chai';
import * as fc from 'fast-check';
import { ResultSums } from '../../../src/journal/report/result-sums.js';
import { runsOf } from '../../support/budget.js';

const ended = fc.record({
  games: fc.integer({ min: 1, max: 50 }),
  result: fc.constantFrom('win', 'draw', 'loss', 'abandoned'),
  snakes: fc.integer({ min: 2, max: 12 }),
  place: fc.option(fc.integer({ min: 2, max: 24 }).map((half) => half / 2)),
});

function scoreOf(rows: Iterable<Parameters<ResultSums['add']>[0]>): number | undefined {
  const sums = new ResultSums();
  for (const row of rows) sums.add(row);
  return sums.rates.score;
}

describe('ResultSums', () => {
  it('have the same score to the last digit, in whichever order a database returns the games', () => {
    fc.assert(
      fc.property(fc.array(ended, { minLength: 2, maxLength: 30 }), (rows) => {
        expect(scoreOf(rows)).to.equal(scoreOf(rows.toReversed()));
      }),
      { numRuns: runsOf(200) },
    );
  });
});
