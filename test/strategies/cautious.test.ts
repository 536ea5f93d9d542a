import { expect } from 'chai';
import { play } from '../../src/arena/game/play.js';
import * as cautious from '../../strategies/cautious.js';
import { createParticipants } from '../support/local-snakes.js';
import { CONTESTED_BY_LONGER, CONTESTED_BY_SHORTER, POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

describe('cautious', () => {
  it('avoids a head-to-head that it would not win, even for food', async () => {
    await expectMove(cautious, CONTESTED_BY_LONGER, { avoids: ['right'] });
    await expectMove(cautious, `${CONTESTED_BY_LONGER}\nA health 20`, { avoids: ['right'] });
    await expectMove(cautious, `${CONTESTED_BY_SHORTER}\nB length 4`, { avoids: ['right'] });
  });

  it('eats when it is hungry, or has just enough health to get there', async () => {
    const picture = '.......\n.......\n.A...*.\n.a.....\n.a.....\n.......';
    await expectMove(cautious, `${picture}\nA health 30`, { plays: ['right'] });
    await expectMove(cautious, `${picture}\nA health 4`, { plays: ['right'] });
    await expectMove(cautious, `${picture}\nA health 6`, { options: { hungerBelow: 1 }, plays: ['right'] });
  });

  it('does not enter a pocket smaller than itself, even hungry', async () => {
    await expectMove(cautious, POCKET, { plays: ['up'] });
    await expectMove(cautious, `${POCKET}\nA health 30`, { plays: ['up'] });
  });

  it('follows its own tail if there is no other way', async () => {
    await expectMove(cautious, 'bbb\naab\naAB\nA body 1,0 uld\nB length 8', { plays: ['left'] });
  });

  it('lives for hundreds of turns alone, following its tail', async () => {
    const { turns } = await play({
      participants: createParticipants('cautious'),
      ruleset: 'solo',
      seed: 1,
      maxTurns: 400,
    });
    expect(turns).to.equal(400);
  });

  it('beats random', async () => {
    for (const seed of [1, 2, 3]) {
      const { winners } = await play({ participants: createParticipants('random', 'cautious'), seed });
      expect(winners).to.deep.equal([1]);
    }
  });
});
