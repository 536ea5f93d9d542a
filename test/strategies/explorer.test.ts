import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as explorer from '../../strategies/explorer.js';

describe('explorer', () => {
  it('eats when it is hungry, and says how far it is', async () => {
    const picture = '.....\nA...*\na....\na....';
    const hungry = await playPosition(explorer, `${picture}\nA health 20`);
    expect(hungry).to.deep.equal({ move: 'right', shout: '4 to lunch' });
    expect(await playPosition(explorer, picture)).not.to.have.property('shout');
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    const { move } = await playPosition(explorer, '.bb....\nB.b....\nb.b...a\nbbb...a\n*..Aaaa\nA health 20');
    expect(move).to.equal('up');
  });

  it('goes where it has not been for longest', async () => {
    // A memory as `start` makes it, in which only the cell on the left was never visited.
    const lastVisits = new Int32Array(9).fill(5);
    lastVisits[3] = -1;
    const remembering = { ...explorer, start: () => ({ lastVisits }) };
    const { move } = await playPosition(remembering, '...\n.A.\n.a.\nturn 9');
    expect(move).to.equal('left');
    expect(lastVisits[4]).to.equal(9);
  });
});
