import { expect } from 'chai';
import { distinctNames, nameOfUrl, parseSnakeUrl } from '../../src/commands/resolve-snakes.js';

describe('distinctNames', () => {
  it('leaves different names as they are', () => {
    expect(distinctNames(['a', 'b'], ['base', 'candidate'])).to.deep.equal(['a', 'b']);
  });

  it('numbers all but the first of a name', () => {
    expect(distinctNames(['a', 'b', 'a', 'a'])).to.deep.equal(['a', 'b', 'a 2', 'a 3']);
  });

  it('adds the role to names that have one, and a number to the rest', () => {
    const names = distinctNames(['a', 'a', 'a', 'b'], ['base', 'candidate']);
    expect(names).to.deep.equal(['a (base)', 'a (candidate)', 'a 3', 'b']);
  });
});

describe('parseSnakeUrl', () => {
  it('takes HTTP URLs only', () => {
    expect(parseSnakeUrl('https://example.org/snake')?.href).to.equal('https://example.org/snake');
    for (const text of ['greedy', '/greedy', 'localhost:80', 'ftp://example.org', 'http://']) {
      expect(parseSnakeUrl(text), text).to.equal(undefined);
    }
  });

  it('accepts upper-case schemes', () => {
    expect(parseSnakeUrl('HTTP://example.org/')?.href).to.equal('http://example.org/');
  });
});

describe('nameOfUrl', () => {
  it('is the host and the path', () => {
    expect(nameOfUrl(new URL('http://example.org:8000/greedy/'))).to.equal('example.org:8000/greedy');
  });
});
