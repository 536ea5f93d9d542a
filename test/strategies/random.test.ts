import { expect } from 'chai';
import { playPosition } from '../../src/testing.js';
import * as constant from '../../strategies/constant.js';
import * as random from '../../strategies/random.js';
import { expectMove } from '../support/strategies.js';

describe('random', () => {
  it('makes every legal move, and no other', async () => {
    const seen = new Set<string>();
    for (let game = 0; game < 30; game++) {
      const { move } = await playPosition(random, '.b.\n.B.\nAaa\n...', { game: String(game) });
      seen.add(move);
    }
    expect([...seen]).to.have.members(['up', 'down']);
  });

  it('makes the same move in the same game', async () => {
    const moves = await Promise.all(
      Array.from({ length: 20 }, () => playPosition(random, '...\n.A.\n.a.', { game: 'the same' })),
    );
    expect(new Set(moves.map(({ move }) => move)).size).to.equal(1);
  });

  it('follows a tail that moves away, but not one that has just grown', async () => {
    await expectMove(random, 'aa\naA\nA body 1,0 uld', { plays: ['left'] });
    await expectMove(random, 'aa.\naA.\nA body 1,0 uld=', { plays: ['right'] });
  });

  it('leaves the move to the host if there is no way out', async () => {
    await expectMove(random, 'bbb\nbAb\nBaa\nB length 9', { plays: ['up'] });
  });
});

describe('constant', () => {
  it('always goes up', async () => {
    await expectMove(constant, 'A\na', { plays: ['up'] });
    await expectMove(constant, '.*.\n.A.', { plays: ['up'] });
  });
});
