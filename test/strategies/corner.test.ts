import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as greedy from '../../strategies/greedy.js';

describe('greedy in a corner', () => {
  it('leaves the food in a pocket that is smaller than itself', async () => {
    const { move } = await playPosition(
      greedy,
      `
        .bb....
        B.b....
        b.b...a
        bbb...a
        *..Aaaa
      `,
    );
    expect(move).not.to.equal('left');
  });
});
