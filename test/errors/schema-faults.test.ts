import { expect } from 'chai';
import { Ajv } from 'ajv';
import { describeWrongValue, expectedBy, toSchemaFault } from '../../src/errors/schema-faults.js';

const ajv = new Ajv({ allErrors: true, verbose: true, allowUnionTypes: true });
ajv.addVocabulary(['expects', 'secret']);

function errorsOf(schema: object, value: unknown) {
  const validate = ajv.compile(schema);
  validate(value);
  return validate.errors ?? [];
}

describe('toSchemaFault', () => {
  it('tells keys that are unknown or missing from wrong values, each with its path', () => {
    const item = { type: 'object', properties: { a: { type: 'number' }, b: {} }, required: ['a', 'b'] };
    const schema = { type: 'array', items: { ...item, additionalProperties: false } };
    const faults = errorsOf(schema, [
      { a: 1, b: 2 },
      { a: 'x', 'c/d': 3 },
    ]).map(toSchemaFault);
    expect(faults).to.have.deep.members([
      { kind: 'missing', path: [1, 'b'], known: ['a', 'b'] },
      { kind: 'unknown', path: [1, 'c/d'], known: ['a', 'b'] },
      { kind: 'wrong', path: [1, 'a'], known: [] },
    ]);
  });
});

describe('expectedBy', () => {
  const schemas: [schema: object, expected: string][] = [
    [{ type: 'integer', expects: 'a lucky number' }, 'a lucky number'],
    [{ type: 'integer' }, 'a whole number'],
    [{ enum: ['high', 'normal', 'low'] }, '"high", "normal" or "low"'],
    [{ type: 'object' }, 'an object'],
    [{ type: 'object', properties: { a: {}, b: {}, c: {} } }, 'an object with "a", "b" and "c"'],
    [{ type: ['object', 'string'], pattern: '^off$', properties: { a: {} } }, '"off", or an object with "a"'],
    [{ type: 'string', minLength: 1 }, 'a string'],
    [{ type: 'string', minLength: 2, maxLength: 4 }, 'a string of between 2 and 4 characters'],
    [{ type: 'array', minItems: 2 }, 'a list of at least 2 items'],
  ];
  for (const [schema, expected] of schemas) {
    it(`is ${expected}`, () => {
      expect(expectedBy(schema)).to.equal(expected);
    });
  }
});

describe('describeWrongValue', () => {
  it('shows no secret', () => {
    const [error] = errorsOf({ type: 'string', pattern: '^x', expects: 'an x', secret: true }, 'sesame');
    expect(describeWrongValue('"key"', error!)).to.equal('"key" is not an x.');
    const [quotes] = errorsOf({ type: 'string', secret: true }, 1234);
    expect(describeWrongValue('"key"', quotes!)).to.equal('"key" is not a string. Did you forget the quotes?');
  });
});
