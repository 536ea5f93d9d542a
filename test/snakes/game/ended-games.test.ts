import { expect } from 'chai';
import { EndedGames } from '../../../src/snakes/game/prefix-memory.js';

describe('EndedGames', () => {
  it('knows a game for five minutes after its end, unless it begins again', () => {
    const ended = new EndedGames();
    ended.add('a', 1000);
    ended.add('b', 1000);
    expect([ended.has('a', 1000), ended.has('a', 300_999), ended.has('a', 301_000)]).to.deep.equal([true, true, false]);
    ended.delete('b');
    expect([ended.has('b', 1000), ended.has('c', 1000)]).to.deep.equal([false, false]);
  });

  it('knows the newest thousand games', () => {
    const ended = new EndedGames();
    for (let game = 0; game <= 1000; game++) ended.add(String(game), game);
    expect(['0', '1', '1000'].map((key) => ended.has(key, 1000))).to.deep.equal([false, true, true]);
  });
});
