import { expect } from 'chai';
import {
  chooseParameters,
  roundValues,
  toOptions,
  withValues,
} from '../../../../src/arena/contest/tuning/tuning-plan.js';
import { UsageError } from '../../../../src/errors/errors.js';

const SCHEMA = {
  properties: {
    depth: { type: 'integer', minimum: 1, maximum: 9 },
    nodes: { type: 'integer', minimum: 0, maximum: 1000 },
    weight: { type: 'number', minimum: 0, maximum: 2 },
    open: { type: 'number', minimum: 0 },
    name: { type: 'string' },
    steps: { type: 'array', items: { type: 'number', minimum: 0, maximum: 1 } },
    group: { type: 'object', properties: { inner: { type: 'number', minimum: -1, maximum: 1 } } },
  },
};
const VALUES = {
  depth: 3,
  nodes: 100,
  weight: 0.5,
  open: 1,
  name: 'x',
  steps: [0.5],
  group: { inner: 0.25, other: true },
};

const namesOf = (choice: Parameters<typeof chooseParameters>[2]) =>
  chooseParameters(SCHEMA, VALUES, choice).map(({ name }) => name);

describe('chooseParameters', () => {
  it('takes numbers with both bounds, in groups too, but not the budget or what is fixed', () => {
    expect(namesOf({ fixed: [] })).to.deep.equal(['depth', 'weight', 'group.inner']);
    expect(namesOf({ fixed: ['depth'] })).to.deep.equal(['weight', 'group.inner']);
  });

  it('takes the named options only', () => {
    expect(namesOf({ only: ['nodes', 'weight'], fixed: [] })).to.deep.equal(['nodes', 'weight']);
  });

  it('refuses a name that is misspelt or not bounded', () => {
    expect(() => namesOf({ only: ['wieght'], fixed: [] })).to.throw(UsageError, /"wieght" .* Did you mean "weight"\?/);
    expect(() => namesOf({ only: ['open'], fixed: [] })).to.throw(UsageError, /"open" is not a numeric option/);
  });

  it('refuses a list, and says what to do instead', () => {
    for (const name of ['steps', 'steps.0']) {
      expect(() => namesOf({ only: [name], fixed: [] })).to.throw(
        UsageError,
        `"${name}" is a list, and lists cannot be`,
      );
    }
  });

  it('refuses a strategy without such options', () => {
    expect(() => chooseParameters(undefined, {}, { fixed: [] })).to.throw(UsageError, /a maximum\. Write for example/);
  });
});

describe('values of parameters', () => {
  const parameters = chooseParameters(SCHEMA, VALUES, { fixed: [] });

  it('replace those among the options and leave the others', () => {
    const changed = withValues(VALUES, parameters, [4, 1, -0.5]);
    expect(changed).to.deep.equal({ ...VALUES, depth: 4, weight: 1, group: { inner: -0.5, other: true } });
    expect(toOptions(parameters, [4, 1, -0.5])).to.deep.equal({ depth: 4, weight: 1, group: { inner: -0.5 } });
  });

  it('are rounded to whole numbers or four digits', () => {
    expect(roundValues(parameters, [4.6, 1.23456, -0.00012346])).to.deep.equal([5, 1.235, -0.0001235]);
  });
});
