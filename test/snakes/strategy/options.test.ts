import { expect } from 'chai';
import { fillOptions } from '../../../src/snakes/strategy/options.js';

const schema = {
  properties: {
    hungerBelow: { type: 'integer', minimum: 1, default: 40 },
    mode: { enum: ['fast', 'deep'], default: 'fast' },
  },
};

describe('fillOptions', () => {
  const slow = { properties: { name: { type: 'string', pattern: '^(a+)+$' } } };
  const endless: [what: string, schema: object, written: Record<string, unknown>][] = [
    ['a pattern that backtracks', slow, { name: `${'a'.repeat(60)}!` }],
    ['a pattern for the names of options', { patternProperties: { '^(a+)+$': {} } }, { [`${'a'.repeat(60)}!`]: 1 }],
  ];
  for (const [what, endlessSchema, written] of endless) {
    it(`gives up on ${what} that never ends`, () => {
      expect(fillOptions(endlessSchema, written)).to.deep.equal({
        faults: [
          {
            path: [],
            message:
              'checking the options took longer than 2000 ms. Is a "pattern" in the strategy\'s export "options" too slow, as "(a+)+$" is?',
          },
        ],
      });
    });
  }

  it('works as before after it gave up', () => {
    fillOptions(slow, { name: `${'a'.repeat(60)}!` });
    expect(fillOptions(slow, { name: 'aaa' })).to.deep.equal({ options: { name: 'aaa' } });
  });

  it('reports a schema that refers to itself for ever', () => {
    const { faults } = fillOptions({ properties: { a: { $ref: '#/properties/a' } } }, { a: 1 }) as {
      faults: unknown[];
    };
    expect(faults).to.have.length(1);
  });

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
