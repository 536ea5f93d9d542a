import { expect } from 'chai';
import { ByteBudget } from '../../src/snakes/byte-budget.js';

const large = 300 * 1024;

describe('ByteBudget', () => {
  it('takes requests until there is no room, and again when some are given back', () => {
    const budget = new ByteBudget(100);
    expect([60, 60, 40].map((characters) => budget.take(characters))).to.deep.equal([true, false, true]);
    budget.give(60);
    expect(budget.take(60)).to.equal(true);
    expect(budget.used).to.equal(100);
  });

  it('leaves room for small requests, however many large ones come', () => {
    const budget = new ByteBudget(100, 2 * large);
    expect([1, 2, 3].map(() => budget.take(large))).to.deep.equal([true, true, false]);
    expect(budget.take(50)).to.equal(true);
  });

  it('takes a single request of any size', () => {
    const budget = new ByteBudget(undefined, large);
    expect([1, 2].map(() => budget.take(10 * large))).to.deep.equal([true, false]);
  });
});
