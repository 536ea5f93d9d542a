import { expect } from 'chai';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import type { Position } from '../../src/rules/position.js';
import { headOf, isAlive } from '../../src/rules/snakes.js';
import { lookAhead } from '../../src/rules/toolkit/look-ahead.js';
import { createEvaluation } from '../../src/search/evaluation/evaluate.js';
import { ponderWith } from '../../src/search/ponder.js';
import { search } from '../../src/search/search.js';

const DUEL = '.......\n.......\n..A....\n..a.B..\n..a.b..\n....b..\n.......';
/** B has one way, and so has A if it goes right. */
const FOUR = '.......\n.aA.Bb.\n.......\n.......\n.cC.Dd.\n.......\n.......';

describe('search.ponder', () => {
  it('searches the position after each reply, the best reply first', () => {
    const position = parsePicture(DUEL);
    const expected: Position[] = [];
    const searched: Position[] = [];
    ponderWith({ position, seat: 0, move: 'up', expect: (next) => expected.push(next) }, (next, seat, _, moves) => {
      if (moves === undefined) searched.push(next);
      else expect(seat).to.equal(1);
      // Returns at once: nothing is left to find out.
      return moves?.includes('right') ? 'right' : 'up';
    });
    expect(searched).to.deep.equal(expected);
    const replies = ['right', 'up', 'left'].map((reply) => lookAhead(position, { 0: 'up', 1: reply as 'up' }));
    expect(expected.map((next) => headOf(next, 1))).to.deep.equal(replies.map((next) => headOf(next, 1)));
  });

  it('changes the move of one opponent at a time, and leaves out what does not survive', () => {
    const position = parsePicture(FOUR);
    const expected: Position[] = [];
    ponderWith({ position, seat: 0, move: 'right', expect: (next) => expected.push(next) }, (_, __, ___, moves) => {
      return moves?.[0] ?? 'up';
    });
    expect(expected).to.have.lengthOf.within(4, 8);
    for (const next of expected) expect(isAlive(next, 0)).to.equal(true);
  });

  it('has the moves of the nearest opponent searched first, also across an edge', () => {
    const picture = '.......\n.A....B\n.a....b\n...C...\n...c...\n.......\n.......';
    for (const [rules, nearest] of [
      ['', 2],
      ['\nrules wraps', 1],
    ] as const) {
      const asked: number[] = [];
      ponderWith({ position: parsePicture(picture + rules), seat: 0, move: 'up' }, (_, seat, __, moves) => {
        if (moves !== undefined) asked.push(seat);
        return moves?.[0] ?? 'up';
      });
      expect(asked[0]).to.equal(nearest);
    }
  });

  it('ends when time is up, or its signal has aborted', () => {
    const position = parsePicture(DUEL);
    let left = 5;
    ponderWith({ position, seat: 0, move: 'up', timeLeft: () => left }, () => {
      left -= 1;
      return 'up';
    });
    expect(left).to.be.within(0, 2);
    const context = { position, seat: 0, move: 'up', signal: AbortSignal.abort() } as const;
    expect(() => ponderWith(context, () => expect.fail('it has searched'))).not.to.throw();
  });

  it('leaves in the table what the next search needs', () => {
    const position = parsePicture(DUEL);
    const next = lookAhead(position, { 0: 'up', 1: 'up' });
    const [before, after] = [false, true].map((isPondered) => {
      // Results of another evaluation are not used.
      const house = createEvaluation();
      const options = { evaluate: (view: Parameters<typeof house>[0]) => house(view), depth: 7, draw: 0 };
      if (isPondered) search.ponder({ position, seat: 0, move: 'up' }, options);
      return search({ position: next, seat: 0, timeLeft: () => 60_000 }, options);
    });
    expect(after!.depth).to.equal(before!.depth);
    expect(after!.nodes).to.be.below(before!.nodes / 4);
  });
});
