import { expect } from 'chai';
import { play } from '../../src/arena/game/play.js';
import * as surveyor from '../../strategies/surveyor.js';
import { createParticipants } from '../support/local-snakes.js';
import { CONTESTED_BY_LONGER, CONTESTED_BY_SHORTER, POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

function playOnce(): ReturnType<typeof play> {
  return play({ participants: createParticipants('random', 'surveyor'), seed: 1, timeout: 10_000 });
}

describe('surveyor', () => {
  it('avoids a head-to-head that it would not win', async () => {
    await expectMove(surveyor, CONTESTED_BY_LONGER, { avoids: ['right'] });
  });

  it('goes for food that a shorter opponent could reach', async () => {
    await expectMove(surveyor, CONTESTED_BY_SHORTER, { plays: ['right'] });
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    await expectMove(surveyor, POCKET, { plays: ['up'] });
  });

  it('plays the same game for the same seed, and beats random', async () => {
    const [first, second] = [await playOnce(), await playOnce()];
    expect(first.winners).to.deep.equal([1]);
    expect(second).to.deep.equal(first);
  });
});
