import { expect } from 'chai';
import { didYouMean } from '../../src/errors/did-you-mean.js';

describe('didYouMean', () => {
  it('names the nearest candidate, whatever its case', () => {
    expect(didYouMean('GREDY', ['greedy', 'shy'])).to.equal(' Did you mean "greedy"?');
  });

  it('says nothing if no candidate is near', () => {
    expect(didYouMean('elsewhere', ['greedy', 'shy'])).to.equal('');
    expect(didYouMean('greedy', [])).to.equal('');
  });
});
