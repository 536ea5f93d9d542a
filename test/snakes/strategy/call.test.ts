import { expect } from 'chai';
import { describeThrown } from '../../../src/snakes/strategy/call.js';

const refused = 'connect ECONNREFUSED 127.0.0.1:9';
const thrown: [what: string, thrown: unknown, shown: RegExp][] = [
  ['an error', new Error('no model'), /^no model \(at .*call\.test/],
  [
    'its cause',
    new TypeError('fetch failed', { cause: new Error(refused) }),
    /^fetch failed: connect ECONNREFUSED 127/,
  ],
  [
    'the code of a cause without a message',
    new TypeError('fetch failed', { cause: Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }) }),
    /^fetch failed: ECONNREFUSED \(/,
  ],
  [
    'a cause that the message has already, once',
    new Error(`lost: ${refused}`, { cause: new Error(refused) }),
    /9 \(at/,
  ],
  ['no cause that is no error', new Error('lost', { cause: 'moon' }), /^lost \(at/],
  ['a word', 'moon', /^moon$/],
];

describe('describeThrown', () => {
  for (const [what, value, shown] of thrown) {
    it(`shows ${what}`, () => {
      expect(describeThrown(value)).to.match(shown);
    });
  }

  it('survives a cause that throws when it is read', () => {
    const hostile = Object.defineProperty(new Error('trap'), 'cause', {
      get() {
        throw new Error('sprung');
      },
    });
    expect(describeThrown(hostile)).to.equal('something that cannot be shown');
  });
});
