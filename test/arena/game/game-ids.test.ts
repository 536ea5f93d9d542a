import { expect } from 'chai';
import { createIds } from '../../../src/arena/game/play-options.js';

describe('createIds', () => {
  it('draws the same UUIDs from the same seed in every release', () => {
    expect(createIds('seed', 2)).to.deep.equal({
      game: 'ad36cbfa-10bf-4068-9051-ac41fd65fb17',
      snakes: ['edbb635d-3a57-4b61-bd6e-a256b4e941d8', '1925431b-a535-4dc9-aa2f-4b0d1fb14b55'],
    });
  });

  it('draws UUIDs of version 4', () => {
    const { game, snakes } = createIds(7, 8);
    for (const id of [game, ...snakes])
      expect(id).to.match(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  });

  it('gives a seat the same id whatever the number of snakes', () => {
    const { game, snakes } = createIds('seed', 4);
    expect(createIds('seed', 2)).to.deep.equal({ game, snakes: snakes.slice(0, 2) });
  });
});
