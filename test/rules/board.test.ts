import { expect } from 'chai';
import * as fc from 'fast-check';
import { clearBoard, copyBoard, createBoard, setRules } from '../../src/rules/board.js';
import { cellAt, xOf, yOf } from '../../src/rules/cells.js';
import { hashBoard, isSameBoard } from '../../src/rules/hash.js';
import { addFood, addHazard, clearFood, clearHazards, removeFood } from '../../src/rules/items.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { fromPlain, type PlainBoard, toPlain } from '../../src/rules/plain.js';
import { addSnake, isMate, livingCount, moveSnake, seatOf } from '../../src/rules/snakes.js';
import type { Coordinate } from '../../src/rules/types.js';
import { anyBoard } from '../support/arbitraries.js';
import { expectSound } from '../support/boards.js';

function snakeOf(body: readonly Coordinate[]): PlainBoard {
  const snakes = [{ id: 'a', health: 100, body }];
  return { width: 3, height: 3, turn: 0, food: [{ x: 7, y: 7 }], hazards: [], snakes };
}

describe('cells', () => {
  it('are numbered row by row, and places off the board have numbers of their own', () => {
    const grid = { width: 5, height: 3 };
    fc.assert(
      fc.property(fc.integer({ min: -1000, max: 3000 }), fc.integer({ min: -1000, max: 3000 }), (x, y) => {
        const cell = cellAt(grid, x, y);
        expect([xOf(grid, cell), yOf(grid, cell)]).to.deep.equal([x, y]);
        expect(cell >= 0).to.equal(x >= 0 && x < 5 && y >= 0 && y < 3);
        if (cell >= 0) expect(cell).to.equal(y * 5 + x);
      }),
    );
  });

  it('take any number without complaint', () => {
    const grid = { width: 5, height: 3 };
    for (const odd of [Number.NaN, Infinity, -Infinity, 1e300, -1e300]) {
      expect(cellAt(grid, odd, 0)).to.be.lessThan(0);
    }
  });
});

describe('the fast board', () => {
  it('has sides from 1 to 100', () => {
    expect(createBoard(1, 1).size).to.equal(1);
    expect(createBoard(100, 100).size).to.equal(10_000);
    for (const side of [0, 101, 2.5, -1, Number.NaN]) {
      expect(() => createBoard(side, 5)).to.throw('sides are whole numbers from 1 to 100');
    }
  });

  it('seats 16 snakes', () => {
    const board = createBoard(5, 5);
    for (let seat = 0; seat < 16; seat++) expect(addSnake(board, `${seat}`, '', 100)).to.equal(seat);
    expect(() => addSnake(board, 'one more', '', 100)).to.throw('Snake "one more" finds no seat');
    expect(seatOf(board, '11')).to.equal(11);
    expect(seatOf(board, 'one more')).to.equal(-1);
    expect(livingCount(board)).to.equal(16);
  });

  it('is plain data, board and plain data again without a loss', () => {
    fc.assert(
      fc.property(anyBoard, (plain) => {
        const board = fromPlain(plain);
        expectSound(board);
        expect(toPlain(board)).to.deep.equal(plain);
      }),
    );
  });

  it('can be built over another one, and copied into another one', () => {
    fc.assert(
      fc.property(anyBoard, anyBoard, (one, other) => {
        const expected = fromPlain(one);
        const built = fromPlain(one, fromPlain(other));
        expectSound(built);
        expect(isSameBoard(built, expected)).to.equal(true);

        const copy = copyBoard(expected, fromPlain(other));
        expectSound(copy);
        expect(isSameBoard(copy, expected)).to.equal(true);
        expect(hashBoard(copy)).to.equal(hashBoard(expected));
        expect([...copy.neighbours]).to.deep.equal([...expected.neighbours]);
      }),
    );
  });

  it('is copied into the board given when that has the same size', () => {
    const from = parsePicture('aA*\n..#');
    const into = createBoard(3, 2);
    expect(copyBoard(from, into)).to.equal(into);
    expect(copyBoard(from, createBoard(2, 3))).to.have.property('width', 3);
  });

  it('does not share what changes with its copy', () => {
    const from = parsePicture('aA*\n..#');
    const copy = copyBoard(from);
    moveSnake(copy, 0, 5);
    addHazard(copy, 0);
    clearFood(copy);
    expect(isSameBoard(from, parsePicture('aA*\n..#'))).to.equal(true);
  });

  it('takes bodies off the board, without a cell, and longer than it can hold', () => {
    const away = fromPlain(snakeOf([{ x: -1, y: 99_999 }]));
    expect(away.foodCount).to.equal(0);
    expectSound(away);
    expectSound(fromPlain(snakeOf([])));
    const long = fromPlain(snakeOf(Array.from({ length: 5000 }, () => ({ x: 1, y: 1 }))));
    expectSound(long);
    expect(long.lengths[0]).to.equal(long.ring);
  });

  it('changes its hash and its comparison with any change', () => {
    const edits: ((board: ReturnType<typeof fromPlain>) => void)[] = [
      (board) => board.turn++,
      (board) => addFood(board, 0),
      (board) => addHazard(board, 0),
      (board) => addSnake(board, 'new', '', 9),
    ];
    const snakeEdits: typeof edits = [
      (board) => board.health[0]!--,
      (board) => board.eliminatedOn[0]!++,
      (board) => (board.causes[0] = (board.causes[0]! + 1) % 8),
      (board) => (board.killers[0] = 15),
      (board) => moveSnake(board, 0, cellAt(board, -9, -9)),
    ];
    fc.assert(
      fc.property(anyBoard, fc.nat(), (plain, pick) => {
        const [before, board] = [fromPlain(plain), fromPlain(plain)];
        const all = board.snakeCount > 0 ? [...edits, ...snakeEdits] : edits;
        all[pick % all.length]!(board);
        expect(hashBoard(board)).to.not.equal(hashBoard(before));
        expect(isSameBoard(board, before)).to.equal(false);
      }),
    );
  });

  it('is another one under other rules, and with other names', () => {
    const board = parsePicture('aA.');
    for (const rules of ['wraps', 'grows', 'mates-pass', 'damage 3']) {
      expect(isSameBoard(parsePicture(`aA.\nrules ${rules}`), board)).to.equal(false);
    }
    expect(isSameBoard(parsePicture('aA.\nA id "x"'), board)).to.equal(false);
    expect(isSameBoard(parsePicture('aA.\nA squad "x"'), board)).to.equal(false);
    setRules(board, { ...board.rules, wraps: true });
    expect(isSameBoard(parsePicture('aA.\nrules wraps'), board)).to.equal(true);
    clearBoard(board);
    expect(isSameBoard(parsePicture('...\nrules wraps'), board)).to.equal(true);
  });

  it('keeps the order of what is left when food goes, and forgets hazards at once', () => {
    const board = parsePicture('*****\nfood 4,0 2,0 0,0 1,0 3,0\nhazards 0,0x3 9,9');
    removeFood(board, 0);
    expect(Array.from(board.food).slice(0, board.foodCount)).to.deep.equal([4, 2, 1, 3]);
    clearHazards(board);
    expectSound(board);
  });

  it('knows squad mates', () => {
    const board = parsePicture('ABCD\nA squad red\nB squad red\nC squad blue');
    expect([isMate(board, 0, 1), isMate(board, 0, 2), isMate(board, 3, 3), isMate(board, 0, 0)]).to.deep.equal([
      true,
      false,
      false,
      false,
    ]);
  });
});
