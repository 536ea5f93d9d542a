import { expect } from 'chai';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Worker } from 'node:worker_threads';
import { analyseInThreads } from '../../../src/commands/analyse/analyse-in-threads.js';
import type { AskedTurn } from '../../../src/inference/replay-game.js';
import { requestText } from '../../support/requests.js';

describe('analyseInThreads', () => {
  const threads: Worker[] = [];
  const watch = (message: unknown) => void threads.push((message as { worker: Worker }).worker);
  before(() => subscribe('worker_threads', watch));
  after(() => unsubscribe('worker_threads', watch));

  it('ends all threads if one fails', async () => {
    const body = requestText('standard-move-7');
    // The first turn has no answer, and the search of the second one takes longer than any test.
    const list = [
      { turn: 7, body },
      { turn: 8, body, answer: { move: 'up' } },
    ] as unknown as AskedTurn[];
    const { you } = JSON.parse(body) as { you: { id: string } };
    const analysing = analyseInThreads({ you: you.id, list }, 1e12, 2, () => undefined);
    const thrown: unknown = await analysing.catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(TypeError);
    expect(threads.map(({ threadId }) => threadId)).to.deep.equal([-1, -1]);
  });
});
