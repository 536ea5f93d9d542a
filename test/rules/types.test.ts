import { expect } from 'chai';
import { moveNumber, NO_MOVE } from '../../src/rules/types.js';

describe('moves', () => {
  it('have a number only if they are one of the four words', () => {
    const words = ['up', 'down', 'left', 'right', 'UP', '', 'forward', '__proto__'];
    expect(words.map(moveNumber)).to.deep.equal([0, 1, 2, 3, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE]);
  });
});
