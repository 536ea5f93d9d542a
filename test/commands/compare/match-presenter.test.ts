import { expect } from 'chai';
import { foldPair, startTally } from '../../../src/arena/contest/match/match-tally.js';
import { createPairings } from '../../../src/arena/contest/match/match-schedule.js';
import type { PlayedGame } from '../../../src/arena/contest/game-record.js';
import { createMatchPresenter } from '../../../src/commands/compare/match-presenter.js';
import type { MatchDetails } from '../../../src/page/api/contests.js';
import { createMatch } from '../../support/contestants.js';

const SEAT = { answers: 5, ownMoves: 5, lostTurns: 0, failures: 0, fallbacks: 0, took: { 10: 5 }, length: 4 };

describe('createMatchPresenter', () => {
  it('shows Elo, LLR and pentanomial, and how they grew', async () => {
    const options = await createMatch('greedy', 'cautious');
    const condition = { sprt: { elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 }, maxPairs: 100 };
    const view = createMatchPresenter(options, condition);
    let tally = startTally(options);
    view.note(tally);
    for (let pair = 0; pair < 10; pair++) {
      const pairings = createPairings(options, pair);
      // The candidate wins the first game of each pair, and every other second one.
      const records = pairings.map(({ subject }, game): PlayedGame => {
        const isWon = game === 0 || pair % 2 === 0;
        const scores = isWon === (subject === 0) ? [1, 0] : [0, 1];
        return { kind: 'played', turns: 20, scores, seats: [SEAT, SEAT] };
      });
      tally = foldPair(tally, pairings, records);
      view.note(tally);
    }
    const details = view.details(tally) as MatchDetails;
    expect(details.pentanomial).to.deep.equal([0, 0, 5, 0, 5]);
    expect(details.score).to.equal(0.75);
    expect(details.trail.map(({ pairs }) => pairs)).to.deep.equal([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(details.trail.at(-1)).to.deep.equal({ pairs: 10, ...details.elo, llr: details.test!.llr });
    expect(details.test).to.include({ elo0: 0, elo1: 50, verdict: 'undecided' });
    expect(details.sides.map(({ role, outcomes }) => [role, outcomes?.wins])).to.deep.equal([
      ['base', 5],
      ['candidate', 15],
    ]);
    expect(view.line(tally)).to.match(/^score 75\.0 %, Elo \+\d.*, LLR \d/);
    expect(view.title).to.equal('cautious against greedy');
  });
});
