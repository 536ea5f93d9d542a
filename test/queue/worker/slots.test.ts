import { expect } from 'chai';
import { Slots } from '../../../src/queue/worker/slots.js';

describe('Slots', () => {
  const never = new AbortController().signal;

  it('gives a free slot to the contest that holds the fewest', async () => {
    const slots = new Slots(2);
    const order: string[] = [];
    const take = (owner: string) => void slots.take(owner, never).then(() => order.push(owner));
    for (const owner of ['a', 'a', 'a', 'a', 'b']) take(owner);
    await settled();
    expect(order).to.deep.equal(['a', 'a']);
    slots.release('a', 0);
    await settled();
    expect(order).to.deep.equal(['a', 'a', 'b']);
    slots.release('a', 1);
    await settled();
    expect(order).to.deep.equal(['a', 'a', 'b', 'a']);
  });

  it('takes those that no longer wait out of the line', async () => {
    const slots = new Slots(1);
    const slot = await slots.take('a', never);
    const leaving = new AbortController();
    const left = slots.take('b', leaving.signal);
    const next = slots.take('c', never);
    leaving.abort();
    expect(await left).to.equal(undefined);
    slots.release('a', slot!);
    expect(await next).to.equal(slot);
    expect(await slots.take('d', AbortSignal.abort())).to.equal(undefined);
  });
});

async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
