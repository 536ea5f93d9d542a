import { expect } from 'chai';
import { prefixClashes, prefixProblem, RESERVED_PATHS } from '../../src/config/prefixes.js';

describe('a prefix', () => {
  it('is "/" or consists of parts that need no escaping in a URL', () => {
    for (const prefix of ['/', '/a', '/a/b', '/A-1._~', '/.well-known', '/...', '/move']) {
      expect(prefixProblem(prefix), prefix).to.equal(undefined);
    }
  });

  const ODD = ', which clients may escape in a URL. Use letters, digits and "-._~".';
  const problems: [prefix: string, problem: string][] = [
    ['greedy', 'prefix "greedy" does not start with a slash. Did you mean "/greedy"?'],
    ['', 'prefix "" does not start with a slash. Did you mean "/"?'],
    ['http://x/a', 'prefix "http://x/a" does not start with a slash.'],
    ['/greedy/', 'prefix "/greedy/" ends with a slash. Did you mean "/greedy"?'],
    ['//', 'prefix "//" ends with a slash. Did you mean "/"?'],
    ['/a//b', 'prefix "/a//b" has two slashes in a row. Is a name missing between them?'],
    ['/a/../b', 'prefix "/a/../b" has a part "..", which clients remove from a URL.'],
    ['/.', 'prefix "/." has a part ".", which clients remove from a URL.'],
    ['/a b', `prefix "/a b" contains " "${ODD}`],
    ['/a%20b', `prefix "/a%20b" contains "%"${ODD}`],
    ['/a?b', `prefix "/a?b" contains "?"${ODD}`],
    ['/:name', `prefix "/:name" contains ":"${ODD}`],
    ['/schlängel', `prefix "/schlängel" contains "ä"${ODD}`],
    ['/🐍', `prefix "/🐍" contains "🐍"${ODD}`],
    ['/healthz', 'prefix "/healthz" is a path of the host itself. Choose another.'],
    ['/readyz', 'prefix "/readyz" is a path of the host itself. Choose another.'],
  ];
  for (const [prefix, problem] of problems) {
    it(`cannot be ${JSON.stringify(prefix)}`, () => expect(prefixProblem(prefix)).to.equal(problem));
  }

  it('cannot be a reserved path', () => {
    for (const path of RESERVED_PATHS) expect(prefixProblem(path)).to.be.a('string');
  });
});

/** The clashes of prefixes; the first is on line 1, the next on line 2, and so on. */
function clashes(...prefixes: (string | undefined)[]): [index: number, message: string][] {
  const written = prefixes.map((prefix, index) => (prefix === undefined ? undefined : { prefix, line: index + 1 }));
  return [...prefixClashes(written)];
}

describe('two prefixes', () => {
  it('may share their beginning', () => {
    expect(clashes('/a', '/a/b', '/ab', '/A', '/a/moves', '/a/move/x', '/b/move', undefined)).to.deep.equal([]);
  });

  it('must differ, and the fault names the line of the first', () => {
    const taken = 'prefix "/a" is taken: the snake on line 2 has the same. "/a-3" is free.';
    expect(clashes('/b', '/a', '/a-2', '/a', '/a')).to.deep.equal([
      [3, taken],
      [4, taken],
    ]);
  });

  for (const word of ['start', 'move', 'end']) {
    it(`cannot hide /${word} of each other, in either order`, () => {
      const hides = (line: number) =>
        `prefix "/a/b/${word}" hides the /${word} of the snake "/a/b" on line ${line}. Choose another.`;
      expect(clashes('/a/b', `/a/b/${word}`)).to.deep.equal([[1, hides(1)]]);
      expect(clashes(`/a/b/${word}`, '/a/b')).to.deep.equal([[0, hides(2)]]);
    });

    it(`cannot hide /${word} of "/"`, () => {
      expect(clashes('/', `/${word}`)).to.deep.equal([
        [1, `prefix "/${word}" hides the /${word} of the snake "/" on line 1. Choose another.`],
      ]);
    });
  }
});
