import { expect } from 'chai';
import { readAnswer } from '../../../src/journal/store/read-answer.js';
import type { TurnAnswer } from '../../../src/views/game-rows.js';

describe('readAnswer', () => {
  const answers: TurnAnswer[] = [
    { kind: 'moved', move: 'up', took: 1.5, shout: 'hi', note: { score: 1, found: true }, found: true },
    { kind: 'moved', move: 'left', took: 0, isDelegated: true },
    { kind: 'late', move: 'down', took: 500, fallback: 'proposed', reason: 'r', cause: 'machine' },
    { kind: 'late', move: 'down', took: 500, fallback: 'safe', reason: 'r' },
    { kind: 'failed', move: 'down', took: 5, fallback: 'safe', reason: 'r', note: { line: ['up'] } },
    { kind: 'seen', move: 'right', shout: 'x' },
  ];
  for (const answer of answers) {
    it(`keeps ${JSON.stringify(answer)}`, () => expect(readAnswer(answer)).to.deep.equal(answer));
  }

  it('bounds what a strategy has forged', () => {
    const note = { score: { a: 1 }, cells: [null], text: 'z'.repeat(300_000) };
    expect(readAnswer({ kind: 'K0.5', move: 'up', took: 1, fallback: 'proposed', reason: 'r', note })).to.deep.equal({
      kind: 'failed',
      move: 'up',
      took: 1,
      fallback: 'proposed',
      reason: 'r',
      note: { cells: [], text: 'z'.repeat(256) },
    });
    expect(readAnswer({ kind: 'moved', move: 'up', took: null, shout: {}, isDelegated: 'x' })).to.deep.equal({
      kind: 'moved',
      move: 'up',
      took: 0,
    });
  });
});
