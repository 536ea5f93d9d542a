import { expect } from 'chai';
import { DIRECTIONS } from '../src/rules/types.js';

describe('directions', () => {
  it('are the four words of the API', () => {
    expect(DIRECTIONS).to.have.lengthOf(4);
  });
});
