import { expect } from 'chai';
import { fateOf } from '../../src/inference/last-step.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { moveNumber, type Direction } from '../../src/rules/types.js';

describe('fateOf', () => {
  const before = parsePicture('aA.B.\n...b.\n.....');
  const fate = (move: Direction) => fateOf(before, 0, moveNumber(move), new Map());

  it('is sure of a step into a wall, and of one that no other snake can reach', () => {
    expect([fate('up'), fate('down')]).to.deep.equal(['dies', 'lives']);
  });

  it('is unsure of a step that depends on a snake whose step was not seen', () => {
    expect(fate('right')).to.equal('unsure');
  });
});
