import { expect } from 'chai';
import { Overhead } from '../../../src/snakes/game/overhead.js';
import { PrefixMemories } from '../../../src/snakes/game/prefix-memory.js';
import { createSharedLimits } from '../../../src/snakes/shared-limits.js';
import { mountStrategy } from '../../support/snakes.js';

/** A game whose requests travelled for `ms`. */
function gameOf(ms: number): Overhead {
  const overhead = new Overhead(ms);
  for (let turn = 0; turn < 10; turn++) {
    overhead.observe({ used: 'yes', latency: String(ms + 5), took: 5, timeout: 500 });
  }
  return overhead;
}

describe('PrefixMemories', () => {
  it('starts a snake from the travel times that another one at its prefix has learnt', () => {
    const memories = new PrefixMemories();
    for (let game = 0; game < 5; game++) memories.at('/a', 60).history.add(gameOf(20));
    expect(memories.at('/a', 60).history.begin().estimate).to.be.closeTo(20, 1);
    expect(memories.at('/b', 60).history.begin().estimate).to.equal(60);
  });

  it('starts from what the operator has configured since', () => {
    const memories = new PrefixMemories();
    const { ended, history } = memories.at('/a', 60);
    for (let game = 0; game < 5; game++) history.add(gameOf(20));
    expect(memories.at('/a', 100).history.begin().estimate).to.equal(100);
    expect(memories.at('/a', 100).ended).to.equal(ended);
  });

  it('knows nothing of a prefix that it has forgotten', () => {
    const memories = new PrefixMemories();
    const before = memories.at('/a', 60);
    memories.forget('/a');
    expect(memories.at('/a', 60)).not.to.equal(before);
  });
});

describe('a snake that replaces another', () => {
  it('answers a late move of a game that ended before, and begins no game with it', async () => {
    const limits = createSharedLimits();
    const [old, next] = [0, 1].map(() => mountStrategy({ move: () => 'up' }, {}, undefined, undefined, limits));
    for (const turn of [0, 1]) await old!.move({ turn });
    old!.end({ turn: 2 });
    expect(await next!.move({ turn: 1 })).to.include({ kind: 'moved', move: 'up' });
    expect(next!.snake.status().games).to.deep.equal([]);
    expect((await next!.events()).map(([name]) => name)).not.to.include('gameStarted');
  });
});
