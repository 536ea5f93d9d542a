import { expect } from 'chai';
import * as fc from 'fast-check';
import { clearPosition, copyPosition, createPosition, setRules } from '../../src/rules/position.js';
import { cellAt } from '../../src/rules/cells.js';
import { hashPosition, fromPlain, toPlain, type PlainPosition } from '../../src/rules/plain.js';
import { addFood, addHazard, clearFood, clearHazards, removeFood } from '../../src/rules/items.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { addSnake, isMate, livingCount, moveSnake, pushTail, seatOf } from '../../src/rules/snakes.js';
import type { Coordinate } from '../../src/rules/types.js';
import { anyPosition } from '../support/arbitraries.js';
import { expectSound } from '../support/boards.js';
import { isSamePosition } from '../support/same-position.js';

function snakeOf(body: readonly Coordinate[]): PlainPosition {
  const snakes = [{ id: 'a', health: 100, body }];
  return { width: 3, height: 3, turn: 0, food: [{ x: 7, y: 7 }], hazards: [], snakes };
}

describe('a position', () => {
  it('has sides from 1 to 100', () => {
    expect(createPosition(1, 1).size).to.equal(1);
    expect(createPosition(100, 100).size).to.equal(10_000);
    for (const side of [0, 101, 2.5, -1, Number.NaN]) {
      expect(() => createPosition(side, 5)).to.throw('sides are whole numbers from 1 to 100');
    }
  });

  it('has 16 seats', () => {
    const position = createPosition(5, 5);
    for (let seat = 0; seat < 16; seat++) expect(addSnake(position, `${seat}`, '', 100)).to.equal(seat);
    expect(() => addSnake(position, 'one more', '', 100)).to.throw('Snake "one more" has no seat');
    expect(seatOf(position, '11')).to.equal(11);
    expect(seatOf(position, 'one more')).to.equal(-1);
    expect(livingCount(position)).to.equal(16);
  });

  it('makes room for the snakes that there are, and more room when more come', () => {
    const [two, sixteen] = [2, 16].map((snakes) => createPosition(11, 11, undefined, snakes).bodies.buffer.byteLength);
    expect(two).to.be.below(3500);
    expect(sixteen! - two!).to.be.above(14 * 4 * 124);
    const position = fromPlain({ ...snakeOf([{ x: 1, y: 1 }]), food: [{ x: 0, y: 0 }] });
    expect(position.seats).to.equal(1);
    const before = toPlain(position);
    addSnake(position, 'b', '', 50);
    pushTail(position, 1, 8);
    expect(position.seats).to.equal(2);
    expectSound(position);
    expect(toPlain(position)).to.deep.equal({
      ...before,
      snakes: [...before.snakes, { id: 'b', health: 50, body: [{ x: 2, y: 2 }], squad: '' }],
    });
  });

  it('is not copied into a position with too few seats', () => {
    const two = parsePicture('AB');
    const one = parsePicture('A.');
    expect(copyPosition(two, one)).to.not.equal(one);
    expect(copyPosition(one, two)).to.equal(two);
    expect(isSamePosition(two, one)).to.equal(true);
  });

  it('loses nothing from plain data and back', () => {
    fc.assert(
      fc.property(anyPosition, (plain) => {
        const position = fromPlain(plain);
        expectSound(position);
        expect(toPlain(position)).to.deep.equal(plain);
      }),
    );
  });

  it('can overwrite another position', () => {
    fc.assert(
      fc.property(anyPosition, anyPosition, (one, other) => {
        const expected = fromPlain(one);
        const built = fromPlain(one, fromPlain(other));
        expectSound(built);
        expect(isSamePosition(built, expected)).to.equal(true);

        const copy = copyPosition(expected, fromPlain(other));
        expectSound(copy);
        expect(isSamePosition(copy, expected)).to.equal(true);
        expect(hashPosition(copy)).to.equal(hashPosition(expected));
        expect([...copy.neighbours]).to.deep.equal([...expected.neighbours]);
      }),
    );
  });

  it('is copied into a position of the same size', () => {
    const from = parsePicture('aA*\n..#');
    const into = createPosition(3, 2);
    expect(copyPosition(from, into)).to.equal(into);
    expect(copyPosition(from, createPosition(2, 3))).to.have.property('width', 3);
  });

  it('shares nothing that changes with its copy', () => {
    const from = parsePicture('aA*\n..#');
    const copy = copyPosition(from);
    moveSnake(copy, 0, 5);
    addHazard(copy, 0);
    clearFood(copy);
    expect(isSamePosition(from, parsePicture('aA*\n..#'))).to.equal(true);
  });

  it('accepts bodies off the board, without a cell, and longer than it can hold', () => {
    const away = fromPlain(snakeOf([{ x: -1, y: 99_999 }]));
    expect(away.foodCount).to.equal(0);
    expectSound(away);
    expectSound(fromPlain(snakeOf([])));
    const long = fromPlain(snakeOf(Array.from({ length: 5000 }, () => ({ x: 1, y: 1 }))));
    expectSound(long);
    expect(long.lengths[0]).to.equal(long.ring);
  });

  it('has another hash after any change', () => {
    const edits: ((position: ReturnType<typeof fromPlain>) => void)[] = [
      (position) => position.turn++,
      (position) => addFood(position, 0),
      (position) => addHazard(position, 0),
      (position) => addSnake(position, 'new', '', 9),
    ];
    const snakeEdits: typeof edits = [
      (position) => position.health[0]!--,
      (position) => position.eliminatedOn[0]!++,
      (position) => (position.causes[0] = (position.causes[0]! + 1) % 8),
      (position) => (position.killers[0] = 15),
      (position) => moveSnake(position, 0, cellAt(position, -9, -9)),
    ];
    fc.assert(
      fc.property(anyPosition, fc.nat(), (plain, pick) => {
        const [before, position] = [fromPlain(plain), fromPlain(plain)];
        const all = position.snakeCount > 0 ? [...edits, ...snakeEdits] : edits;
        all[pick % all.length]!(position);
        expect(hashPosition(position)).to.not.equal(hashPosition(before));
        expect(isSamePosition(position, before)).to.equal(false);
      }),
    );
  });

  it('differs by its rules and by its names', () => {
    const position = parsePicture('aA.');
    for (const rules of ['wraps', 'grows', 'mates-pass', 'damage 3']) {
      expect(isSamePosition(parsePicture(`aA.\nrules ${rules}`), position)).to.equal(false);
    }
    expect(isSamePosition(parsePicture('aA.\nA id "x"'), position)).to.equal(false);
    expect(isSamePosition(parsePicture('aA.\nA squad "x"'), position)).to.equal(false);
    setRules(position, { ...position.rules, wraps: true });
    expect(isSamePosition(parsePicture('aA.\nrules wraps'), position)).to.equal(true);
    clearPosition(position);
    expect(isSamePosition(parsePicture('...\nrules wraps'), position)).to.equal(true);
  });

  it('keeps the order of the rest when food is removed, and clears all hazards', () => {
    const position = parsePicture('*****\nfood 4,0 2,0 0,0 1,0 3,0\nhazards 0,0x3 9,9');
    removeFood(position, 0);
    expect(Array.from(position.food).slice(0, position.foodCount)).to.deep.equal([4, 2, 1, 3]);
    clearHazards(position);
    expectSound(position);
  });

  it('knows squad mates', () => {
    const position = parsePicture('ABCD\nA squad red\nB squad red\nC squad blue');
    expect([
      isMate(position, 0, 1),
      isMate(position, 0, 2),
      isMate(position, 3, 3),
      isMate(position, 0, 0),
    ]).to.deep.equal([true, false, false, false]);
  });
});
