import { expect } from 'chai';
import { Backoff } from '../src/backoff.js';

const waits = (backoff: Backoff, count: number) => Array.from({ length: count }, () => backoff.fail());

describe('Backoff', () => {
  it('doubles the wait up to the longest', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    expect(waits(backoff, 6)).to.deep.equal([100, 200, 400, 800, 1000, 1000]);
  });

  it('begins again after a success', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    waits(backoff, 3);
    backoff.succeed();
    expect(backoff.fail()).to.equal(100);
  });

  it('shortens waits by chance, by a half at most and never below the shortest', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0.5);
    expect(waits(backoff, 5)).to.deep.equal([100, 150, 300, 600, 750]);
  });

  it('stays at the longest wait for as long as it takes', () => {
    const backoff = new Backoff({ least: 100, most: 1000 }, () => 0);
    expect(waits(backoff, 2000).at(-1)).to.equal(1000);
  });
});
