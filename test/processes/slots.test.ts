import { expect } from 'chai';
import { setImmediate as loopTurn } from 'node:timers/promises';
import { Slots } from '../../src/processes/slots.js';

describe('Slots', () => {
  it('run as many tasks at once as there are slots, first come, first served, whether they fail or not', async () => {
    const slots = new Slots(2);
    const begun: number[] = [];
    const settle: (() => void)[] = [];
    const tasks = [0, 1, 2, 3].map((task) =>
      slots.run(() => {
        begun.push(task);
        return new Promise<number>((resolve, reject) => {
          settle[task] = () => (task === 0 ? reject(new Error('failed')) : resolve(task));
        });
      }),
    );
    const outcomes = Promise.allSettled(tasks);
    await loopTurn();
    expect(begun).to.deep.equal([0, 1]);
    for (const [task, expected] of [
      [0, 2],
      [2, 3],
      [1, 3],
      [3, 3],
    ] as const) {
      settle[task]!();
      await loopTurn();
      expect(begun.at(-1)).to.equal(expected);
    }
    expect((await outcomes).map(({ status }) => status)).to.deep.equal([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
  });
});
