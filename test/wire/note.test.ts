import { expect } from 'chai';
import {
  keepLine,
  MAX_NOTE_CELLS,
  MAX_NOTE_LOG,
  MAX_NOTE_MOVES,
  MAX_NOTE_TEXT,
  readKeptNote,
  readNote,
} from '../../src/wire/note.js';

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
    expect(readKeptNote(JSON.parse(JSON.stringify({ ...note, found: true })))).to.deep.equal({ ...note, found: true });
  });

  it('says what cannot be kept', () => {
    expect(readNote('up', BOARD)).to.deep.equal({ note: {}, problem: 'given a string, not an object' });
    expect(readNote({ score: NaN, depth: 2 }, BOARD)).to.deep.equal({
      note: { depth: 2 },
      problem: '"score" is NaN, not a number',
    });
  });
});

describe('keepLine', () => {
  it('keeps lines until they have the most characters of a turn', () => {
    const log: string[] = [];
    for (const line of ['short', 'x'.repeat(3 * MAX_NOTE_LOG), 'too much', '']) keepLine(log, line);
    expect(log.map((line) => line.length)).to.deep.equal([5, MAX_NOTE_LOG - 5]);
  });
});

describe('readKeptNote', () => {
  it('bounds a log', () => {
    const log = ['a line', 7, null, 'x'.repeat(5 * MAX_NOTE_LOG), 'more'];
    expect(readKeptNote({ log })).to.deep.equal({ log: ['a line', 'x'.repeat(MAX_NOTE_LOG - 6)] });
    expect(readKeptNote({ log: 'no list' })).to.deep.equal({});
  });

  it('bounds what an earlier release has kept', () => {
    const kept: [note: unknown, read: unknown][] = [
      [null, undefined],
      ['up', undefined],
      [{ score: { a: 1 }, cells: [null, 7, { x: 1 }, { x: 1, y: 2, z: 3 }], found: 'x' }, { cells: [{ x: 1, y: 2 }] }],
      [{ line: ['up', 'north', null], text: 7, more: 1 }, { line: ['up'] }],
      [{ text: 'x'.repeat(300_000) }, { text: 'x'.repeat(MAX_NOTE_TEXT) }],
      [
        { depth: 3, found: true },
        { depth: 3, found: true },
      ],
    ];
    for (const [note, read] of kept) expect(readKeptNote(note), JSON.stringify(note).slice(0, 60)).to.deep.equal(read);
  });
});
