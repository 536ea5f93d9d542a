import { expect } from 'chai';
import { fillOptions } from '../../../src/snakes/strategy/options.js';

const schema = {
  properties: {
    hungerBelow: { type: 'integer', minimum: 1, default: 40 },
    mode: { enum: ['fast', 'deep'], default: 'fast' },
  },
};

describe('fillOptions', () => {
  it('fills in the defaults of the schema', () => {
    expect(fillOptions(schema, { mode: 'deep' })).to.deep.equal({ options: { hungerBelow: 40, mode: 'deep' } });
  });

  it('accepts any options without a schema', () => {
    expect(fillOptions(undefined, { a: 1 })).to.deep.equal({ options: { a: 1 } });
  });

  it('reports every fault at once, each with its path', () => {
    expect(fillOptions(schema, { hungerBelow: 'x', mode: 'slow', hungerBellow: 3 })).to.deep.equal({
      faults: [
        { path: ['hungerBellow'], message: 'the strategy has no option "hungerBellow". Did you mean "hungerBelow"?' },
        { path: ['hungerBelow'], message: 'option "hungerBelow" must be integer' },
        { path: ['mode'], message: 'option "mode" must be equal to one of the allowed values: ["fast","deep"]' },
      ],
    });
  });

  it('names an option whose schema is a bare default', () => {
    expect(fillOptions({ properties: { hungerBelow: 60, bold: { type: 'boolean' } } }, {})).to.deep.equal({
      faults: [
        {
          path: [],
          message: 'the strategy\'s option "hungerBelow" is a number, not a JSON schema. Did you mean { default: 60 }?',
        },
      ],
    });
  });

  it('accepts two schemas with the same $id', () => {
    for (const fallback of [1, 2])
      expect(fillOptions({ $id: 'mine', properties: { depth: { default: fallback } } }, {})).to.deep.equal({
        options: { depth: fallback },
      });
  });

  it('names a schema that is not one', () => {
    const result = fillOptions({ type: 'nonsense' }, {});
    expect(result)
      .to.have.nested.property('faults[0].message')
      .that.matches(/export "options" is not a JSON schema/);
  });
});
