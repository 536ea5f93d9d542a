import { expect } from 'chai';
import { isCleanNote, MAX_NOTE_CELLS, MAX_NOTE_MOVES, MAX_NOTE_TEXT, readNote } from '../../src/wire/note.js';

const BOARD = { width: 11, height: 11 };

describe('readNote', () => {
  it('keeps what a note may have, and cuts what is too long', () => {
    const { note, problem } = readNote(
      {
        score: -Infinity,
        depth: 3,
        line: ['up', 'north', ...Array<string>(50).fill('left')],
        cells: [...Array<number>(70).fill(120)],
        text: 'y'.repeat(1000),
        secret: 1,
      },
      BOARD,
    );
    expect(problem).to.equal(undefined);
    expect(Object.keys(note)).to.have.members(['score', 'depth', 'line', 'cells', 'text']);
    expect(note.score).to.equal(-Number.MAX_VALUE);
    expect(note.line).to.have.lengthOf(MAX_NOTE_MOVES - 1);
    expect(note.cells).to.have.lengthOf(MAX_NOTE_CELLS).and.deep.include({ x: 10, y: 10 });
    expect(note.text).to.have.lengthOf(MAX_NOTE_TEXT);
    expect(isCleanNote(JSON.parse(JSON.stringify(note)))).to.equal(true);
  });

  it('says what cannot be kept', () => {
    expect(readNote('up', BOARD)).to.deep.equal({ note: {}, problem: 'given a string, not an object' });
    expect(readNote({ score: NaN, depth: 2 }, BOARD)).to.deep.equal({
      note: { depth: 2 },
      problem: '"score" is NaN, not a number',
    });
  });
});

describe('isCleanNote', () => {
  it('refuses what no strategy of ours would send', () => {
    const forged: unknown[] = [
      null,
      [],
      { score: '1' },
      { score: null },
      { more: 1 },
      { line: ['north'] },
      { line: Array(MAX_NOTE_MOVES + 1).fill('up') },
      { cells: [{ x: 1 }] },
      { cells: Array.from({ length: MAX_NOTE_CELLS + 1 }, () => ({ x: 1, y: 1 })) },
      { text: 'x'.repeat(MAX_NOTE_TEXT + 1) },
      { text: 7 },
    ];
    for (const note of forged) expect(isCleanNote(note), JSON.stringify(note)?.slice(0, 60)).to.equal(false);
    expect(isCleanNote({})).to.equal(true);
  });
});
