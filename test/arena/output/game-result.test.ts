import { expect } from 'chai';
import type { Reply } from '../../../src/arena/game/arena-snake.js';
import type { WatcherTurn } from '../../../src/arena/game/watcher.js';
import { AnswerCount } from '../../../src/arena/output/game-result.js';
import { RepeatedRemarks } from '../../../src/arena/output/screen.js';

const own: Reply = { move: 'up', shout: '', latency: 0, took: 1 };
const illegal: Reply = { ...own, failure: 'illegal', fallback: 'safe', problem: 'illegal: "north"' };
const late: Reply = { ...own, failure: 'late', fallback: 'safe' };
const lateProposal: Reply = { ...own, failure: 'late', fallback: 'proposed' };
const nothing: Reply = { ...own, isDelegated: true };
const refused: Reply = { move: undefined, shout: '', latency: 0, took: 1, problem: 'refused the connection' };

function countOf(...replies: Reply[]): AnswerCount {
  const count = new AnswerCount();
  for (const reply of replies) count.played({ replies: [reply] } as unknown as WatcherTurn);
  return count;
}

describe('AnswerCount', () => {
  const NAMED: [name: string, replies: Reply[], lines: string[], absent: number[]][] = [
    ['is silent about a snake that answers', [own, own], [], []],
    [
      'names a strategy that never answers itself',
      [illegal, illegal, late],
      ['middle answered none of 3 turns itself (illegal 2, late 1): the safe move played for it.'],
      [0],
    ],
    [
      'names a strategy that always returns nothing',
      [nothing, nothing],
      ['middle answered none of 2 turns itself (returned nothing 2): the safe move played for it.'],
      [0],
    ],
    [
      'names a server that never answers',
      [refused],
      ['middle answered none of 1 turn itself (no move 1): the engine repeated its last move.'],
      [0],
    ],
    [
      'counts the turns that a strategy did not answer',
      [own, late, illegal, nothing],
      ['middle did not answer 2 of 4 turns itself (late 1, illegal 1).'],
      [],
    ],
    ['lets a strategy leave single turns to the host', [own, nothing], [], []],
    [
      'takes a proposal for an answer',
      [lateProposal, lateProposal],
      ['middle did not answer 2 of 2 turns itself (late 2).'],
      [],
    ],
  ];
  for (const [name, replies, lines, absent] of NAMED) {
    it(name, () => {
      const count = countOf(...replies);
      expect(count.lines(['middle'])).to.deep.equal(lines);
      expect(count.absentSeats).to.deep.equal(absent);
    });
  }
});

describe('RepeatedRemarks', () => {
  it('lets the first remark of a kind through, and counts remarks that differ in numbers only', () => {
    const fold = new RepeatedRemarks();
    const texts = ['late: no move after 431 ms', 'late: no move after 430.5 ms', 'failed: no such thing'];
    expect(texts.map((text) => fold.isFirst('middle', text))).to.deep.equal([true, false, true]);
    expect(fold.isFirst('other', texts[0]!)).to.equal(true);
    expect(fold.repeated()).to.deep.equal(['middle: late: no move after 431 ms (2 times)']);
  });

  it('shows no more than a few kinds of a snake', () => {
    const fold = new RepeatedRemarks();
    const words = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    expect(words.filter((word) => fold.isFirst('middle', word))).to.deep.equal(['a', 'b', 'c', 'd', 'e']);
    expect(words.filter((word) => fold.isFirst('middle', word))).to.deep.equal([]);
  });
});
