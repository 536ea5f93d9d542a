import { expect } from 'chai';
import * as fc from 'fast-check';
import { DIRECTIONS } from '../../src/rules/types.js';
import { cutShout, readMove } from '../../src/wire/move.js';

const throwing = (message: unknown) => () => {
  throw message;
};

/** A move up, with a getter in place of one field. */
const withGetter = (field: 'move' | 'shout', get: () => unknown) =>
  Object.defineProperty({ move: 'up' }, field, { get });

describe('readMove', () => {
  for (const move of DIRECTIONS) {
    it(`takes "${move}" alone, in an object and with a shout`, () => {
      expect(readMove(move)).to.deep.equal({ move });
      expect(readMove({ move })).to.deep.equal({ move });
      expect(readMove({ move, shout: 'hey', more: 1 })).to.deep.equal({ move, shout: 'hey' });
    });
  }

  it('takes an inherited move, and refuses a promise', () => {
    expect(readMove(Object.create({ move: 'up' }))).to.deep.equal({ move: 'up' });
    expect(readMove(Promise.resolve('up'))).to.equal('returned a promise, not a move. Did you forget "await"?');
  });

  for (const shout of [undefined, null, '', 7, {}, ['a'], Symbol('s')]) {
    it(`leaves out a shout that is ${JSON.stringify(shout)}`, () => {
      expect(readMove({ move: 'up', shout })).to.deep.equal({ move: 'up' });
    });
  }

  const nonsense: [value: unknown, sentence: string][] = [
    [undefined, 'returned undefined, not a move'],
    [null, 'returned null, not a move'],
    [7, 'returned a number, not a move'],
    [NaN, 'returned a number, not a move'],
    [10n, 'returned a bigint, not a move'],
    [Symbol('up'), 'returned a symbol, not a move'],
    [() => 'up', 'returned a function, not a move. Did you forget to call it?'],
    ['', 'returned "", not a move (up, down, left, right)'],
    ['sideways', 'returned "sideways", not a move (up, down, left, right)'],
    ['UP', 'returned "UP", not a move. Did you mean "up"?'],
    [' left\n', 'returned " left\\n", not a move. Did you mean "left"?'],
    ['x'.repeat(1_000_000), `returned "${'x'.repeat(40)}", not a move (up, down, left, right)`],
    [{}, 'returned an object whose "move" is undefined'],
    [[], 'returned an object whose "move" is undefined'],
    [['up'], 'returned an object whose "move" is undefined'],
    [{ move: 'Down' }, 'returned an object whose "move" is "Down". Did you mean "down"?'],
    [{ move: Promise.resolve('up') }, 'returned an object whose "move" is a promise. Did you forget "await"?'],
    ['[object Promise]', 'returned "[object Promise]", not a move. Did you forget "await"?'],
    [{ move: ['up'] }, 'returned an object whose "move" is a list'],
    [{ move: { toString: () => 'up' } }, 'returned an object whose "move" is an object'],
    [new String('up'), 'returned an object whose "move" is undefined'],
  ];
  for (const [value, sentence] of nonsense) {
    it(`says: ${sentence.slice(0, 80)}`, () => {
      expect(readMove(value)).to.equal(sentence);
    });
  }

  describe('survives', () => {
    const said = 'returned an object that throws when read';
    const isArrayOfRevoked = "Cannot perform 'get' on a proxy that has been revoked";
    const hostile: [what: string, value: unknown, sentence: string][] = [
      ['a getter that throws', withGetter('move', throwing(new Error('no'))), `${said}: no`],
      ['a shout that throws', withGetter('shout', throwing('gone')), `${said}: gone`],
      ['a proxy that throws a number', new Proxy({}, { get: throwing(7) }), `${said}: 7`],
      ['a getter that throws nothing', withGetter('move', throwing(undefined)), `${said}: undefined`],
      ['a getter that throws a bare error', withGetter('move', throwing(new RangeError())), `${said}: RangeError`],
      ['a revoked proxy', revoked(), `${said}: Cannot perform 'get' on a proxy that has been revoked`],
      ['a move that is a revoked proxy', { move: revoked() }, `${said}: ${isArrayOfRevoked}`],
    ];
    for (const [what, value, sentence] of hostile) {
      it(what, () => {
        expect(readMove(value)).to.equal(sentence);
      });
    }

    const unspeakable: [what: string, thrown: unknown][] = [
      ['an object without a prototype', Object.create(null)],
      ['a revoked proxy', revoked()],
      ['an object whose toString throws', { toString: throwing(1) }],
      ['an error whose message throws', Object.defineProperty(new Error('x'), 'message', { get: throwing(1) })],
      ['an error whose message is no text', Object.assign(new Error('x'), { message: { toString: throwing(1) } })],
      ['a proxy without a known prototype', new Proxy({}, { getPrototypeOf: throwing(1), get: throwing(2) })],
    ];
    for (const [what, thrown] of unspeakable) {
      it(`a getter that throws ${what}`, () => {
        const sentence = readMove(withGetter('move', throwing(thrown)));
        expect(sentence).to.equal(`${said}: something that cannot be shown`);
      });
    }
  });

  it('reads each field once', () => {
    let reads = 0;
    const fickle = withGetter('move', () => (reads++ === 0 ? 'up' : 'nonsense'));
    expect(readMove(fickle)).to.deep.equal({ move: 'up' });
  });

  it('returns a clean move or a sentence, whatever it is given', () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true, withDate: true }), (value) => {
        expect(typeof readMove(value)).to.be.oneOf(['string', 'object']);
      }),
    );
  });
});

describe('cutShout', () => {
  it('keeps 256 characters and drops the rest', () => {
    expect(cutShout('a'.repeat(256))).to.equal('a'.repeat(256));
    expect(cutShout('a'.repeat(257))).to.equal('a'.repeat(256));
    expect(readMove({ move: 'up', shout: 'a'.repeat(5_000_000) })).to.deep.equal({
      move: 'up',
      shout: 'a'.repeat(256),
    });
  });

  it('does not split a surrogate pair', () => {
    expect(cutShout('🐍'.repeat(128))).to.equal('🐍'.repeat(128));
    expect(cutShout(`${'a'.repeat(255)}🐍`)).to.equal('a'.repeat(255));
    expect(cutShout(`${'a'.repeat(254)}🐍🐍`)).to.equal(`${'a'.repeat(254)}🐍`);
  });

  it('keeps well-formed strings well-formed and within the limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 200, maxLength: 400 }), (shout) => {
        const cut = cutShout(shout);
        expect(cut.length).to.be.at.most(256);
        expect(cut).to.equal(Buffer.from(cut, 'utf8').toString('utf8'));
        expect(shout.startsWith(cut)).to.equal(true);
      }),
    );
  });
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
