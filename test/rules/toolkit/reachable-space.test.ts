import { expect } from 'chai';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { reachableSpace } from '../../../src/rules/toolkit/reachable.js';

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

  it('continues where a body has moved away in time', () => {
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

  it('ends at hazards that take the health that is left, unless food lies on them', () => {
    expect(reachableSpace(parsePicture('A.#..\nrules damage 100'), 0)).to.equal(1);
    expect(reachableSpace(parsePicture('A.#..\nrules damage 99'), 0)).to.equal(1);
    expect(reachableSpace(parsePicture('A.#..\nrules damage 98'), 0)).to.equal(4);
    expect(reachableSpace(parsePicture('A.*..\nhazards 2,0\nrules damage 100'), 0)).to.equal(4);
    expect(reachableSpace(parsePicture('A.4..\nrules damage 25'), 0)).to.equal(1);
    expect(reachableSpace(parsePicture('A.3..\nrules damage 25'), 0)).to.equal(4);
    expect(reachableSpace(parsePicture('A.3..\nrules damage 25\nA health 76'), 0)).to.equal(1);
    expect(reachableSpace(parsePicture('A.#..\nA health 15'), 0)).to.equal(1);
    expect(reachableSpace(parsePicture('A.#..\nA health 16'), 0)).to.equal(4);
  });

  it('continues through hazards that heal', () => {
    expect(reachableSpace(parsePicture('A.9..\nrules damage -100\nA health 1'), 0)).to.equal(4);
  });

  it('covers an empty board except the head', () => {
    expect(reachableSpace(parsePicture('...\n.A.\n...\nA length 3'), 0)).to.equal(8);
  });
});
