import * as greedy from '../../strategies/greedy.js';
import { CONTESTED_BY_LONGER, CONTESTED_BY_SHORTER, POCKET, ROOMY_POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

describe('greedy', () => {
  it('goes for the nearest food', async () => {
    const picture = `
      *......
      .......
      ...A.*.
      ...a...
      ...a...
    `;
    await expectMove(greedy, picture, { plays: ['right'] });
  });

  it('finds the way round an obstacle', async () => {
    const picture = `
      .*.....
      .......
      bbbb...
      b..A...
      b..a...
      B..a...
      B length 10
    `;
    await expectMove(greedy, picture, { plays: ['right'] });
  });

  it('does not enter a pocket smaller than itself, even for food', async () => {
    await expectMove(greedy, POCKET, { plays: ['up'] });
    await expectMove(greedy, ROOMY_POCKET, { plays: ['left'] });
  });

  it('does not risk a head-to-head for food with a snake that is at least as long', async () => {
    await expectMove(greedy, CONTESTED_BY_LONGER, { avoids: ['right'] });
    await expectMove(greedy, `${CONTESTED_BY_SHORTER}\nB length 4`, { avoids: ['right'] });
    await expectMove(greedy, CONTESTED_BY_SHORTER, { plays: ['right'] });
  });

  it('leaves food alone until it is hungry, if the options say so', async () => {
    const options = { hungerBelow: 50 };
    await expectMove(greedy, `${ROOMY_POCKET}\nA health 50`, { options, plays: ['up'] });
    await expectMove(greedy, `${ROOMY_POCKET}\nA health 49`, { options, plays: ['left'] });
  });

  it('does not starve a step before food', async () => {
    await expectMove(greedy, '.....\n.A*..\n.a...\n.a...\nA health 1', { plays: ['right'] });
  });

  it('goes through the edge of a board that wraps', async () => {
    await expectMove(greedy, 'A..*\na...\na...\n....\nrules wraps', { plays: ['left'] });
  });
});
