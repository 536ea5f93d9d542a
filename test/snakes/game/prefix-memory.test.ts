import { expect } from 'chai';
import { Overhead } from '../../../src/snakes/game/overhead.js';
import { EndedGames, PrefixMemories } from '../../../src/snakes/game/prefix-memory.js';
import { createSharedLimits } from '../../../src/snakes/shared-limits.js';
import { mountStrategy } from '../../support/snakes.js';

/** A game with an overhead of `ms`. */
function gameOf(ms: number): Overhead {
  const overhead = new Overhead(ms);
  for (let turn = 0; turn < 10; turn++) {
    overhead.observe({ used: 'yes', latency: String(ms + 5), took: 5, timeout: 500 });
  }
  return overhead;
}

describe('PrefixMemories', () => {
  it('starts a snake from the overhead that another one at its prefix has learnt', () => {
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

  it('starts a game that comes another way from what is assumed', () => {
    const { history } = new PrefixMemories().at('/a', 60);
    for (let game = 0; game < 5; game++) history.add(gameOf(1), 'loopback');
    for (let game = 0; game < 5; game++) history.add(gameOf(100), 'public');
    const ways = ['loopback', 'public', 'forwarded', 'private', undefined] as const;
    const estimates = ways.map((way) => Math.round(history.begin(way).estimate));
    expect(estimates).to.deep.equal([1, 100, 60, 60, 60]);
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
    expect((await next!.events()).map(({ type }) => type)).not.to.include('gameStarted');
  });
});

describe('EndedGames', () => {
  it('knows a game for five minutes after its end, unless it begins again', () => {
    const ended = new EndedGames();
    ended.add('a', 1000);
    ended.add('b', 1000);
    expect([1000, 300_999, 301_000].map((now) => ended.has('a', now))).to.deep.equal([true, true, false]);
    ended.delete('b');
    expect(['b', 'c'].map((key) => ended.has(key, 1000))).to.deep.equal([false, false]);
  });

  it('knows the newest thousand games', () => {
    const ended = new EndedGames();
    for (let game = 0; game <= 1000; game++) ended.add(String(game), game);
    expect(['0', '1', '1000'].map((key) => ended.has(key, 1000))).to.deep.equal([false, true, true]);
  });
});
