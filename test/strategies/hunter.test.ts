import { expect } from 'chai';
import { play } from '../../src/arena/game/play.js';
import * as hunter from '../../strategies/hunter.js';
import { createParticipants } from '../support/local-snakes.js';
import { CONTESTED_BY_LONGER, POCKET, ROOMY_POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

/** A is longer, and B runs along the wall: one step further, and B has no way out. */
const CUT_OFF = `
  .......
  .......
  ..aaA..
  bbbB...
`;

function playOnce(): ReturnType<typeof play> {
  return play({ participants: createParticipants('cautious', 'hunter'), seed: 2, timeout: 10_000 });
}

describe('hunter', () => {
  it('avoids a head-to-head that it would not win', async () => {
    await expectMove(hunter, CONTESTED_BY_LONGER, { avoids: ['right'] });
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    await expectMove(hunter, POCKET, { plays: ['up'] });
  });

  it('takes food from a pocket that it leaves again', async () => {
    await expectMove(hunter, ROOMY_POCKET, { plays: ['left', 'up'] });
  });

  it('cuts off an opponent that runs along the wall', async () => {
    await expectMove(hunter, `${CUT_OFF}A length 5`, { avoids: ['up'] });
  });

  it('plays the same game for the same seed, and beats cautious', async () => {
    const [first, second] = [await playOnce(), await playOnce()];
    expect(first.winners).to.deep.equal([1]);
    expect(second).to.deep.equal(first);
  });
});
