import { expect } from 'chai';
import { isRecord, kindOf, quoteValue } from '../../src/errors/kind-of.js';

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

describe('quoteValue', () => {
  it('shows short values as written, and others by their kind', () => {
    const values = [5, false, 'a"b', null, [1], {}, undefined];
    expect(values.map(quoteValue)).to.deep.equal(['5', 'false', '"a\\"b"', 'null', 'a list', 'an object', 'undefined']);
  });

  it('hides what follows a key or token in a piece of a file', () => {
    expect(quoteValue('name: a, key: sesame, token: open')).to.equal('"name: a, key:…"');
  });
});
