import { expect } from 'chai';
import * as fc from 'fast-check';
import { fromPlain } from '../../../src/rules/plain.js';
import { cellAt } from '../../../src/rules/cells.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { DIRECTIONS } from '../../../src/rules/types.js';
import { distances, findFood, findNearest } from '../../../src/rules/toolkit/distances.js';
import { legalMoves } from '../../../src/rules/toolkit/moves.js';
import { safeMove } from '../../../src/rules/toolkit/safe-move.js';
import { reachableSpace } from '../../../src/rules/toolkit/space.js';
import { anyPosition } from '../../support/arbitraries.js';

describe('reachable space', () => {
  it('ends at bodies that stay', () => {
    const position = parsePicture(`
      ..b...
      ..b...
      A.b...
      ..bbbB
      rules grows
    `);
    expect(reachableSpace(position, 0)).to.equal(7);
  });

  it('goes on where a body has moved away by then', () => {
    expect(reachableSpace(parsePicture('A.bB..'), 0)).to.equal(5);
    expect(reachableSpace(parsePicture('AbbB..'), 0)).to.equal(5);
    expect(reachableSpace(parsePicture('AbbB..\nB length 5'), 0)).to.equal(0);
    expect(reachableSpace(parsePicture('A.bB..\nrules grows'), 0)).to.equal(1);
  });

  it('counts from where a move leads', () => {
    const position = parsePicture('..b\n.Ab\n.bB\nB body 2,0 l= 2,1 u');
    expect(reachableSpace(position, 0, 'right')).to.equal(0);
    expect(reachableSpace(parsePicture('.A.B'), 0, 'left')).to.equal(1);
    expect(reachableSpace(parsePicture('A..'), 0, 'left')).to.equal(0);
    expect(reachableSpace(parsePicture('.A..\nrules wraps'), 0, 'left')).to.equal(3);
  });

  it('covers an empty board but for the head', () => {
    expect(reachableSpace(parsePicture('...\n.A.\n...\nA length 3'), 0)).to.equal(8);
  });
});

describe('distances', () => {
  it('count steps around bodies, and wait for them to move', () => {
    const position = parsePicture('...\nAbB\n...');
    expect([...distances(position, cellAt(position, 0, 1))]).to.deep.equal([1, 2, 3, 0, 1, 2, 1, 2, 3]);
  });

  it('are −1 where no way leads', () => {
    const position = parsePicture('A.bB.\nrules grows');
    expect([...distances(position, 0)]).to.deep.equal([0, 1, -1, -1, -1]);
    expect([...distances(position, -5)]).to.deep.equal([-1, -1, -1, -1, -1]);
  });

  it('fill the array they are given', () => {
    const into = new Int32Array(5);
    expect(distances(parsePicture('A....'), 0, into)).to.equal(into);
    expect([...into]).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('show the way to the nearest food', () => {
    expect(findFood(parsePicture('*....\n..A..\n...*.\n*....'), 0)).to.deep.equal({ move: 'down', cell: 8, steps: 2 });
    expect(findFood(parsePicture('A...'), 0)).to.equal(undefined);
    expect(findFood(parsePicture('AB*\nB length 3\nrules grows'), 0)).to.equal(undefined);
    expect(findFood(parsePicture('.A..*\nrules wraps'), 0)).to.deep.include({ move: 'left', steps: 2 });
    expect(findNearest(parsePicture('A...'), 0, (cell) => cell === 3)).to.deep.equal({
      move: 'right',
      cell: 3,
      steps: 3,
    });
  });
});

describe('the safe move', () => {
  it('goes where the room is', () => {
    const position = parsePicture(`
      .........
      .aaaaa...
      .a...a...
      .a...A...
      .aaaaaaa.
      A body 5,1 uullll ddd rrrrrr
    `);
    expect(safeMove(position, 0)).to.equal('right');
  });

  it('avoids the head to head it would lose, and takes it before certain death', () => {
    expect(safeMove(parsePicture('.....\naA.B.\n.....\nA length 3\nB length 3'), 0)).to.not.equal('right');
    expect(safeMove(parsePicture('aA.Bb\nA length 3\nB length 3'), 0)).to.equal('right');
  });

  it('stays on the board when all is lost', () => {
    expect(safeMove(parsePicture('Aab\nBbb\nA body 0,1 rr=\nB body 0,0 rru'), 0)).to.equal('down');
    expect(safeMove(parsePicture('A\nA length 3'), 0)).to.equal('up');
    expect(safeMove(parsePicture('A'), 7)).to.equal('up');
    expect(safeMove(parsePicture('A'), -1)).to.equal('up');
    expect(safeMove(parsePicture('A'), Number.NaN)).to.equal('up');
  });

  it('is a direction on any board, and a legal one where there is one', () => {
    fc.assert(
      fc.property(anyPosition, fc.nat(6), (plain, seat) => {
        const position = fromPlain(plain);
        const move = safeMove(position, seat);
        expect(DIRECTIONS).to.include(move);
        if (seat >= position.snakeCount) return;
        const legal = legalMoves(position, seat);
        if (legal.length > 0) expect(legal).to.include(move);
      }),
    );
  });
});
