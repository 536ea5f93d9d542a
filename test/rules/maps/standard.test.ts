import { expect } from 'chai';
import { createGameChance } from '../../../src/rules/chance.js';
import { createGame, type RulesGame, type GameOptions } from '../../../src/rules/game.js';

function play(map: string, side: number, snakes: number, more: Partial<GameOptions> = {}): RulesGame {
  return createGame({
    ruleset: 'standard',
    map,
    width: side,
    height: side,
    snakes: Array.from({ length: snakes }, (_, seat) => ({ id: String.fromCharCode(97 + seat) })),
    chance: createGameChance(side),
    ...more,
  });
}

describe('the map empty', () => {
  it('never has food', () => {
    const game = play('empty', 11, 4);
    expect(game.position.foodCount).to.equal(0);
    expect(game.map.afterTurn).to.equal(undefined);
    expect(game.map.beforeTurn).to.equal(undefined);
  });
});
