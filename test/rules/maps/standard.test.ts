import { expect } from 'chai';
import { gameOn } from '../../support/games.js';

describe('the map empty', () => {
  it('never has food', () => {
    const game = gameOn('empty', 11, 4);
    expect(game.position.foodCount).to.equal(0);
    expect(game.map.afterTurn).to.equal(undefined);
  });
});
