import { expect } from 'chai';
import { formatFault, messageOf, usageFault, UsageError } from '../../src/errors/errors.js';

describe('usageFault', () => {
  it('makes a UsageError with one fault, at a flag or at a place in a file', () => {
    const error = usageFault('--seed', 'is not a whole number.');
    expect(error).to.be.instanceOf(UsageError);
    expect(error.message).to.equal('--seed is not a whole number.');
    expect(usageFault({ source: 'a.yaml', line: 3, column: 5 }, 'is wrong.').faults.map(formatFault)).to.deep.equal([
      'a.yaml:3:5 is wrong.',
    ]);
  });
});

describe('messageOf', () => {
  it('reads the message of anything thrown', () => {
    const unreadable = {
      toString: () => {
        throw new Error('no');
      },
    };
    const thrown = [new TypeError('boom'), new RangeError(), 'a string', undefined, unreadable];
    expect(thrown.map(messageOf)).to.deep.equal([
      'boom',
      'RangeError',
      'a string',
      'undefined',
      'something that cannot be shown',
    ]);
  });
});
