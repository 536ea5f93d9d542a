import { expect } from 'chai';
import { centredText } from '../../src/drawing/scene.js';

/** The height of capitals in common fonts: Arial 0.716, Inter 0.727 of the size. */
const CAPITALS = 0.72;

describe('centredText', () => {
  it('puts the middle of its capitals on the point', () => {
    const { x, y, size } = centredText([3, 4], 100, 'A');
    expect({ x, size }).to.deep.equal({ x: 3, size: 100 });
    expect(y - (CAPITALS / 2) * size).to.be.closeTo(4, 1);
  });
});
