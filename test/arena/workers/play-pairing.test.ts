import { expect } from 'chai';
import type { ArenaSnake, SnakeRequest } from '../../../src/arena/game/arena-snake.js';
import { traceCalls } from '../../../src/arena/workers/play-pairing.js';

/** Nothing looks at it. */
const request = {} as SnakeRequest;
const SILENT: ArenaSnake = {
  introduce: () => ({ info: {} }),
  start: () => undefined,
  move: async () => ({ move: 'up', shout: '', latency: 0, took: 1 }),
  end: () => undefined,
};

describe('traceCalls', () => {
  it('traces each call before it passes it on', async () => {
    const calls: string[] = [];
    expect(traceCalls(SILENT, () => undefined).ponder).to.equal(undefined);
    const loud: ArenaSnake = {
      ...SILENT,
      end: () => void calls.push('the snake’s end'),
      ponder: async () => void calls.push('the snake’s thoughts'),
    };
    const snake = traceCalls(loud, (call) => calls.push(call));
    await snake.start(request);
    await snake.move(request);
    await snake.ponder!(request, 'up');
    await snake.end(request);
    expect(calls).to.deep.equal(['start', 'move', 'ponder', 'the snake’s thoughts', 'end', 'the snake’s end']);
  });
});
