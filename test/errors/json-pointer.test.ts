import { expect } from 'chai';
import { formatPointer, parsePointer } from '../../src/errors/json-pointer.js';

describe('a JSON pointer', () => {
  it('names each step from the root down', () => {
    expect(formatPointer([])).to.equal('');
    expect(formatPointer(['snakes', 2, 'options'])).to.equal('/snakes/2/options');
  });

  it('escapes slashes and tildes, and reads them back', () => {
    const steps = ['a/b', '~1', '', '~'];
    expect(formatPointer(steps)).to.equal('/a~1b/~01//~0');
    expect(parsePointer(formatPointer(steps))).to.deep.equal(steps);
  });
});
