import { expect } from 'chai';
import { within } from '../../src/processes/timing.js';

const never = new Promise<string>(() => {});

describe('a bounded wait', () => {
  it('settles as the promise does', async () => {
    expect(await within(Promise.resolve('value'), 10_000)).to.equal('value');
    const thrown: unknown = await within(Promise.reject(new Error('no')), 10_000).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'no');
  });

  it('ends with undefined, or as the third argument says', async () => {
    expect(await within(never, 1)).to.equal(undefined);
    expect(await within(never, -1, () => 'late')).to.equal('late');
    const thrown: unknown = await within(never, 1, () => {
      throw new Error('late');
    }).catch((error: unknown) => error);
    expect(thrown).to.be.instanceOf(Error).with.property('message', 'late');
  });
});
