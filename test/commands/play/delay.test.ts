import { expect } from 'chai';
import { delayOf } from '../../../src/commands/play/play.js';

describe('delayOf', () => {
  const watched = { viewmap: true, duration: 0 } as const;

  it('slows a game down that a person watches on a terminal', () => {
    expect(delayOf(watched, true)).to.equal(100);
    expect(delayOf(watched, false)).to.equal(0);
    expect(delayOf({ duration: 0 }, true)).to.equal(0);
  });

  it('leaves the pace to the flags that set it', () => {
    expect(delayOf({ ...watched, delay: 0 }, true)).to.equal(0);
    expect(delayOf({ ...watched, delay: 7 }, false)).to.equal(7);
    expect(delayOf({ ...watched, duration: 50 }, true)).to.equal(0);
  });
});
