import { expect } from 'chai';
import { playPosition } from 'serpentarium/testing';
import * as random from '../../strategies/random.js';

/** The moves on a picture in many games: the id of a game seeds the random numbers. */
async function movesOn(picture: string): Promise<Set<string>> {
  const games = Array.from({ length: 30 }, (_, game) => playPosition(random, picture, { game: String(game) }));
  return new Set((await Promise.all(games)).map(({ move }) => move));
}

describe('random', () => {
  it('makes every legal move, and no other', async () => {
    expect([...(await movesOn('.b.\n.B.\nAaa\n...'))]).to.have.members(['up', 'down']);
  });

  it('makes the same move in the same game', async () => {
    const moves = await Promise.all(
      Array.from({ length: 20 }, () => playPosition(random, '...\n.A.\n.a.', { game: 'the same' })),
    );
    expect(new Set(moves.map(({ move }) => move)).size).to.equal(1);
  });

  it('follows a tail that moves away, but not one that has just grown', async () => {
    expect([...(await movesOn('aa\naA\nA body 1,0 uld'))]).to.deep.equal(['left']);
    expect([...(await movesOn('aa.\naA.\nA body 1,0 uld='))]).to.deep.equal(['right']);
  });

  it('leaves the move to the host if there is no way out', async () => {
    expect([...(await movesOn('bbb\nbAb\nBaa\nB length 9'))]).to.deep.equal(['up']);
  });
});
