import { expect } from 'chai';
import { boolean, integer, list, number, oneOf, string } from '../../../src/snakes/strategy/option-schema.js';
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

  it('reports a schema with an endless $ref', () => {
    const { faults } = fillOptions({ properties: { a: { $ref: '#/properties/a' } } }, { a: 1 }) as {
      faults: unknown[];
    };
    expect(faults).to.have.length(1);
  });

  it('fills in the defaults of the schema', () => {
    expect(fillOptions(schema, { mode: 'deep' })).to.deep.equal({ options: { hungerBelow: 40, mode: 'deep' } });
  });

  it('refuses every option without a schema, because it would have no effect', () => {
    expect(fillOptions(undefined, {})).to.deep.equal({ options: {} });
    expect(fillOptions(undefined, { hungry: 1, bold: true })).to.deep.equal({
      faults: [
        { path: ['hungry'], message: 'the strategy exports no "options", so "hungry" has no effect.' },
        { path: ['bold'], message: 'the strategy exports no "options", so "bold" has no effect.' },
      ],
    });
  });

  it('accepts any options if the schema allows them', () => {
    expect(fillOptions({ additionalProperties: true }, { a: 1 })).to.deep.equal({ options: { a: 1 } });
  });

  const sentences: [schema: object, value: unknown, sentence: string][] = [
    [integer(), '60', 'is "60", not a whole number. Did you mean it without the quotes?'],
    [integer(), '1.5', 'is "1.5", not a whole number.'],
    [integer(), 1.5, 'is 1.5, not a whole number.'],
    [integer(), true, 'is true, not a whole number.'],
    [number(), '-1.5', 'is "-1.5", not a number. Did you mean it without the quotes?'],
    [number(), {}, 'is an object, not a number.'],
    [string(), 3, 'is 3, not a string. Did you forget the quotes?'],
    [boolean(), 'yes', 'is "yes", not true or false.'],
    [list(number()), 4, 'is 4, not a list.'],
    [{ type: ['string', 'null'] }, 4, 'is 4, not a string or null.'],
    [oneOf(['bold', 'shy']), 'bald', 'is "bald", not "bold" or "shy". Did you mean "bold"?'],
    [number({ minimum: 1 }), 0, 'is 0, not at least 1.'],
    [number({ maximum: 5 }), 1000, 'is 1000, not at most 5.'],
    [number({ minimum: 1, maximum: 5 }), 0, 'is 0, not between 1 and 5.'],
    [string({ minLength: 1 }), '', 'is empty. Expected a string.'],
    [string({ maxLength: 2 }), 'x'.repeat(60), 'is too long. Expected a string of at most 2 characters.'],
    [string({ pattern: '^b' }), 'a'.repeat(60), `is "${'a'.repeat(40)}…", not a string that matches ^b.`],
    [list(number(), { minItems: 3 }), [1], 'is too short. Expected a list of at least 3 items.'],
    [{ multipleOf: 2 }, 3, 'must be multiple of 2.'],
  ];
  for (const [property, value, sentence] of sentences) {
    it(`says that an option ${sentence}`, () => {
      expect(fillOptions({ properties: { depth: property } }, { depth: value })).to.deep.equal({
        faults: [{ path: ['depth'], message: `option "depth" ${sentence}` }],
      });
    });
  }

  it('reports every fault at once, each with its path', () => {
    expect(fillOptions(schema, { hungerBelow: 'x', mode: 'slow', hungerBellow: 3 })).to.deep.equal({
      faults: [
        { path: ['hungerBellow'], message: 'the strategy has no option "hungerBellow". Did you mean "hungerBelow"?' },
        { path: ['hungerBelow'], message: 'option "hungerBelow" is "x", not a whole number.' },
        { path: ['mode'], message: 'option "mode" is "slow", not "fast" or "deep".' },
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
