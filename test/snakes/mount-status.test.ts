import { expect } from 'chai';
import { mountStrategy } from '../support/snakes.js';

const snakes = ['me', 'other'].map((id, x) => ({ id, body: `${x},2 ${x},1 ${x},0` }));

describe('the status of a mount', () => {
  it('counts games with a request within the last minute as live, and no health probe', async () => {
    const { snake, start, move } = mountStrategy({ move: () => 'up' });
    start({ game: 'now', snakes });
    for (const turn of [0, 1]) await move({ game: 'before', turn, snakes }, { at: performance.now() - 61_000 });
    start({ game: 'probe', version: 'v1' });
    expect(snake.status()).to.include({ live: 1 });
    expect(snake.status().games).to.have.lengthOf(3);
    await move({ game: 'before', turn: 2, snakes });
    expect(snake.status()).to.include({ live: 2 });
  });
});
