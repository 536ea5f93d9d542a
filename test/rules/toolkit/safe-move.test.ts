import { expect } from 'chai';
import * as fc from 'fast-check';
import { fromPlain } from '../../../src/rules/plain.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { DIRECTIONS } from '../../../src/rules/types.js';
import { legalMoves } from '../../../src/rules/toolkit/moves.js';
import { safeMove } from '../../../src/rules/toolkit/safe-move.js';
import { anyPosition } from '../../support/arbitraries.js';

describe('the safe move', () => {
  it('goes where there is most room', () => {
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

  it('avoids a head-to-head that it would lose, but prefers it to certain death', () => {
    expect(safeMove(parsePicture('.....\naA.B.\n.....\nA length 3\nB length 3'), 0)).to.not.equal('right');
    expect(safeMove(parsePicture('aA.Bb\nA length 3\nB length 3'), 0)).to.equal('right');
  });

  it('never steps onto a hazard that kills at once while another way is open, even a dangerous one', () => {
    const position = parsePicture('#####\nB.A##\n#####\nrules damage 100\nA body 2,1 =\nB length 3');
    expect(safeMove(position, 0)).to.equal('left');
    expect(safeMove(parsePicture('#####\n##A##\n..*..\nrules damage 100'), 0)).to.equal('down');
  });

  it('goes where walls of deadly hazards leave room', () => {
    const maze = parsePicture('#####\n.A..#\n#####\n.....\nrules damage 100');
    expect(safeMove(maze, 0)).to.equal('right');
  });

  it('stays on the board if there is no legal move', () => {
    expect(safeMove(parsePicture('Aab\nBbb\nA body 0,1 rr=\nB body 0,0 rru'), 0)).to.equal('down');
    expect(safeMove(parsePicture('A\nA length 3'), 0)).to.equal('up');
    expect(safeMove(parsePicture('A'), 7)).to.equal('up');
    expect(safeMove(parsePicture('A'), -1)).to.equal('up');
    expect(safeMove(parsePicture('A'), Number.NaN)).to.equal('up');
  });

  it('is a legal move in any position that has one', () => {
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
