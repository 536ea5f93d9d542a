import { expect } from 'chai';
import { boolean, integer, list, number, oneOf, string } from '../../../src/snakes/strategy/option-schema.js';
import { fillOptions, findMismatches } from '../../../src/snakes/strategy/options.js';

const schema = {
  properties: {
    hungerBelow: { type: 'integer', minimum: 1, default: 40 },
    mode: { enum: ['fast', 'deep'], default: 'fast' },
  },
};

describe('fillOptions', () => {
  const bounded: [what: string, schema: object, sentence: RegExp][] = [
    [
      'a $ref',
      { properties: { a: { $ref: '#/properties/a' } } },
      /option "a" has "\$ref", which options cannot have\./,
    ],
    ['patterns for names', { patternProperties: { '^(a+)+$': {} } }, /has "patternProperties", which options cannot/],
    ['what only code can check', { properties: { a: { multipleOf: 2 } } }, /"a" has "multipleOf", .*in your code\.$/],
    [
      'defaults that each object of a list would copy',
      { properties: { a: { default: [{}, {}], items: { properties: { b: { default: [1] } } } } } },
      /option "a\.items" has "properties", which options cannot have in lists/,
    ],
    ['too many options', { properties: Object.fromEntries(Array.from({ length: 2000 }, (_, at) => [at, {}])) }, /1000/],
    ['groups in groups without end', nested(20), /is too deep: at most 5 groups and lists\.$/],
    ['a list of values that no message can quote', { properties: { a: { enum: Array(101).fill(1) } } }, /"a\.enum" is/],
    ['a name that no object can have', JSON.parse('{"properties":{"__proto__":{}}}') as object, /"__proto__" is not a/],
  ];
  for (const [what, hostile, sentence] of bounded) {
    it(`refuses ${what}`, () => {
      const { faults } = fillOptions(hostile, {}) as { faults: readonly { message: string }[] };
      expect(faults[0]!.message).to.match(sentence);
      expect(faults.length).to.be.at.most(20);
    });
  }

  it('reports at most 20 faults', () => {
    const { faults } = fillOptions(
      { properties: { a: { default: Array(100_000).fill('x'), items: { type: 'number' } } } },
      {},
    ) as { faults: unknown[] };
    expect(faults).to.have.lengthOf(20);
  });

  it('runs no pattern', () => {
    const name = `${'a'.repeat(60)}!`;
    expect(fillOptions({ properties: { name: string({ pattern: '^(a+)+$' }) } }, { name })).to.deep.equal({
      options: { name },
    });
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
  ];
  for (const [property, value, sentence] of sentences) {
    it(`says that an option ${sentence}`, () => {
      const properties = { properties: { depth: property } };
      const written = { depth: value };
      expect(fillOptions(properties, written, findMismatches(properties, written))).to.deep.equal({
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

  it('fills in and checks groups of options', () => {
    const group = { type: 'object', default: {}, properties: { depth: integer({ default: 3, maximum: 9 }) } };
    const grouped = { properties: { search: group } };
    expect(fillOptions(grouped, {})).to.deep.equal({ options: { search: { depth: 3 } } });
    expect(fillOptions(grouped, { search: { depth: 10 } })).to.deep.equal({
      faults: [{ path: ['search', 'depth'], message: 'option "search.depth" is 10, not at most 9.' }],
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

describe('findMismatches', () => {
  const patterned = { properties: { name: string({ pattern: '^b', default: 'bob' }) } };

  it('finds options that do not match their pattern', () => {
    expect(findMismatches(patterned, { name: 'alice' })).to.deep.equal([
      { path: ['name'], message: 'option "name" is "alice", not a string that matches ^b.' },
    ]);
    expect(findMismatches(patterned, {})).to.deep.equal([]);
  });

  it('gives up on a pattern that never ends, and works as before afterwards', () => {
    const slow = { properties: { name: string({ pattern: '^(a+)+$' }) } };
    const message =
      'checking the options took longer than 2000 ms. Is a "pattern" in the strategy\'s export "options" too slow, as "(a+)+$" is?';
    expect(findMismatches(slow, { name: `${'a'.repeat(60)}!` })).to.deep.equal([{ path: [], message }]);
    expect(findMismatches(slow, { name: 'aaa' })).to.deep.equal([]);
  });

  it('reports a pattern that is none', () => {
    const [fault] = findMismatches({ properties: { name: { pattern: '(', default: 'x' } } }, {})!;
    expect(fault!.message).to.match(/is not a JSON schema: Invalid regular expression/);
  });

  it('finds nothing without patterns', () => {
    expect(findMismatches(schema, {})).to.equal(undefined);
    expect(findMismatches(undefined, {})).to.equal(undefined);
  });
});

/** Groups of options in each other. */
function nested(depth: number): object {
  return depth === 0 ? {} : { properties: { a: nested(depth - 1) } };
}
