import { expect } from 'chai';
import { Ajv } from 'ajv';
import * as typebox from 'typebox';
import { FileKeys } from '../../src/config/schema.js';
import { GameRequest } from '../../src/wire/resources.js';
import { Type } from '../../src/wire/type.js';

/** One schema that takes every maker, made by ours or by typebox's. */
function everySchema(make: typeof Type) {
  return make.Object(
    {
      word: make.Enum(['up', 'down'], { default: 'up', description: 'one of several' }),
      text: make.Optional(make.String({ minLength: 1 })),
      flag: make.Boolean({ default: false }),
      version: make.Literal('1'),
      cells: make.Array(make.Object({ x: make.Integer(), y: make.Integer({ minimum: 0 }) }), { minItems: 1 }),
      size: make.Unsafe<number | string>({ type: ['integer', 'string'], default: '6mb' }),
      none: make.Object({ maybe: make.Optional(make.Boolean()) }),
    },
    { additionalProperties: false },
  );
}

describe('Type', () => {
  it('makes the same schemas as typebox', () => {
    const [ours, theirs] = [everySchema(Type), everySchema(typebox.Type)];
    expect(JSON.stringify(ours)).to.equal(JSON.stringify(theirs));
    expect(Object.keys(ours.properties)).to.deep.equal(Object.keys(theirs.properties));
  });

  it('does not modify a schema that it makes optional', () => {
    const required = Type.String();
    const optional = Type.Optional(required);
    expect(Type.Object({ required, optional }).required).to.deep.equal(['required']);
  });

  for (const [name, schema] of Object.entries({ GameRequest, FileKeys })) {
    it(`makes ${name} a valid JSON schema`, () => {
      const ajv = new Ajv({ strict: true });
      expect(ajv.validateSchema(schema), ajv.errorsText()).to.equal(true);
    });
  }
});
