import { expect } from 'chai';
import { integer, Options } from 'serpentarium';
import { play } from '../../src/arena/game/play.js';
import * as searcher from '../../strategies/searcher.js';
import { createParticipant, createParticipants } from '../support/local-snakes.js';
import { CONTESTED_BY_LONGER, POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

const options = { maxDepth: 3 };

describe('searcher', () => {
  it('avoids a head-to-head that it would not win', async () => {
    await expectMove(searcher, CONTESTED_BY_LONGER, { options, avoids: ['right'] });
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    await expectMove(searcher, POCKET, { options, plays: ['up'] });
  });

  it('lets the host move when there is no way out', async () => {
    await expectMove(searcher, 'bbb\nbAb\nBaa\nB length 9', { options, plays: ['up'] });
  });

  it('beats random', async () => {
    // A fixed depth and all the time it takes: the same games on every machine.
    const shallow = { ...searcher, options: Options({ maxDepth: integer({ default: 3 }) }) };
    for (const seed of [1, 2, 3]) {
      const participants = [...createParticipants('random'), createParticipant('searcher', shallow)];
      const { winners } = await play({ participants, seed, timeout: 10_000 });
      expect(winners).to.deep.equal([1]);
    }
  });
});
