import { expect } from 'chai';
import type { TurnFacts } from '../../../src/journal/journal-event.js';
import { mergeTurns, packTurns, unpackTurns } from '../../../src/journal/store/packed-turns.js';

const FACTS: TurnFacts = {
  turn: 3,
  at: 100,
  answer: { kind: 'moved', move: 'up', took: 4 },
  budget: 400,
  overhead: 60,
};
const NOTE = { score: 1.5, depth: 9, line: ['up', 'left'], cells: [{ x: 1, y: 2 }], text: 'a "plan"\n' } as const;
const SHADOW = { kind: 'skipped' } as const;

const turn = (facts: Partial<TurnFacts>) => ({ facts: { ...FACTS, ...facts }, body: '{}' });
const noted = { ...FACTS.answer, note: NOTE };

describe('packed turns', () => {
  it('keep notes, and read turns that have none', () => {
    const turns = [turn({ answer: noted }), turn({ turn: 4 })];
    expect(unpackTurns(packTurns(turns))).to.deep.equal(turns);
  });

  it('keep both the shadow and the late notes of a turn, in whichever order they come', () => {
    const pieces = [turn({}), turn({ answer: noted }), turn({ shadow: SHADOW })];
    const both = [turn({ answer: noted, shadow: SHADOW })];
    expect(mergeTurns(pieces)).to.deep.equal(both);
    expect(mergeTurns(pieces.toReversed())).to.deep.equal(both);
  });

  it('keep nothing of an earlier answer to the same turn', () => {
    expect(mergeTurns([turn({ answer: noted }), turn({ at: 200 })])).to.deep.equal([turn({ at: 200 })]);
    expect(mergeTurns([turn({ at: 200 }), turn({ answer: noted })])).to.deep.equal([turn({ at: 200 })]);
  });
});
