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
    [integer(), '60', 'must be a whole number, not "60". Did you mean it without the quotes?'],
    [integer(), 1.5, 'must be a whole number, not 1.5'],
    [integer(), true, 'must be a whole number, not true'],
    [number(), {}, 'must be a number, not an object'],
    [string(), 3, 'must be a string, not 3. Did you forget the quotes?'],
    [boolean(), 'yes', 'must be true or false, not "yes"'],
    [list(number()), 4, 'must be a list, not 4'],
    [{ type: ['string', 'null'] }, 4, 'must be a string or null, not 4'],
    [oneOf(['bold', 'shy']), 'bald', 'must be one of "bold", "shy", not "bald". Did you mean "bold"?'],
    [number({ minimum: 1 }), 0, 'must be at least 1, not 0'],
    [number({ maximum: 5 }), 1000, 'must be at most 5, not 1000'],
    [string({ minLength: 1 }), '', 'must have at least 1 character, not ""'],
    [string({ maxLength: 2 }), 'x'.repeat(60), `must have at most 2 characters, not "${'x'.repeat(40)}…"`],
    [string({ pattern: '^b' }), 'a', 'must match the pattern ^b, not "a"'],
    [list(number(), { minItems: 3 }), [1], 'must have at least 3 items, not 1'],
    [{ multipleOf: 2 }, 3, 'must be multiple of 2, not 3'],
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
        { path: ['hungerBelow'], message: 'option "hungerBelow" must be a whole number, not "x"' },
        { path: ['mode'], message: 'option "mode" must be one of "fast", "deep", not "slow".' },
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
