import { Ajv } from 'ajv';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { isLeaf } from '../../src/wire/reader.js';
import { GameRequest } from '../../src/wire/resources.js';
import type { TSchema } from '../../src/wire/type.js';
import { runsOf } from '../support/budget.js';

/** The schemas of all single values of a request, by their place. */
function leavesOf(schema: TSchema, place = ''): [place: string, schema: TSchema][] {
  const { properties, items } = schema as { properties?: Record<string, TSchema>; items?: TSchema };
  if (items !== undefined) return leavesOf(items, `${place}/0`);
  if (properties === undefined) return [[place, schema]];
  return Object.entries(properties).flatMap(([key, part]) => leavesOf(part, `${place}/${key}`));
}

describe('isLeaf', () => {
  it('agrees with Ajv on every single value of a request', () => {
    const ajv = new Ajv({ strict: true });
    const leaves = leavesOf(GameRequest).map(([place, schema]) => ({ place, schema, validate: ajv.compile(schema) }));
    expect(leaves.length).to.be.greaterThan(40);
    const values = fc.oneof(
      fc.integer({ min: -2, max: 102 }),
      fc.integer(),
      fc.constantFrom(
        null,
        undefined,
        '',
        'x',
        '😀',
        0,
        -0,
        1.5,
        Number.NaN,
        Infinity,
        3_600_000,
        3_600_001,
        true,
        [],
        {},
      ),
      fc.anything(),
    );
    fc.assert(
      fc.property(values, (value) => {
        for (const { place, schema, validate } of leaves)
          expect(isLeaf(schema, value), place).to.equal(validate(value));
      }),
      { numRuns: runsOf(300) },
    );
  });
});
