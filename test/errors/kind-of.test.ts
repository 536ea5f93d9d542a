import { expect } from 'chai';
import { isRecord, kindOf } from '../../src/errors/kind-of.js';

describe('kindOf', () => {
  it('describes a value in words', () => {
    const values = [undefined, null, [], {}, '', 0, true, 1n, Symbol('s'), () => 0];
    const words = ['undefined', 'null', 'a list', 'an object', 'a string', 'a number', 'a boolean', 'a bigint'];
    expect(values.map(kindOf)).to.deep.equal([...words, 'a symbol', 'a function']);
  });
});

describe('isRecord', () => {
  it('accepts objects, and neither null nor lists', () => {
    expect([{}, Object.create(null), null, [], 'a', undefined].map(isRecord)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
