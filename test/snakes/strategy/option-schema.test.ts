import { expect } from 'chai';
import { boolean, integer, list, number, oneOf, Options, string, type Context } from 'serpentarium';
import { fillOptions, findMismatches } from '../../../src/snakes/strategy/options.js';

const schema = Options({
  depth: integer({ minimum: 1, maximum: 9, default: 3, description: 'turns to search' }),
  caution: number({ default: 0.5 }),
  isBold: boolean({ default: false }),
  mode: oneOf(['fast', 'deep'], { default: 'fast' }),
  weights: list(number({ minimum: 0 }), { default: [1, 2], minItems: 2 }),
  server: string({ pattern: '^https:' }),
});

type Values = Context<typeof schema>['options'];

/** Compiles only if the types are the same, both ways. */
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const isTyped: Same<
  Values,
  {
    readonly depth: number;
    readonly caution: number;
    readonly isBold: boolean;
    readonly mode: 'fast' | 'deep';
    readonly weights: readonly number[];
    readonly server: string;
  }
> = true;
const takesValues: Same<Context<{ depth: number }>['options'], { depth: number }> = true;

describe('Options', () => {
  it('types context.options, from the schema or from an interface', () => {
    expect([isTyped, takesValues]).to.deep.equal([true, true]);
  });

  it('is a plain JSON schema', () => {
    expect(schema).to.deep.equal({
      type: 'object',
      properties: {
        depth: { type: 'integer', minimum: 1, maximum: 9, default: 3, description: 'turns to search' },
        caution: { type: 'number', default: 0.5 },
        isBold: { type: 'boolean', default: false },
        mode: { enum: ['fast', 'deep'], default: 'fast' },
        weights: { type: 'array', items: { type: 'number', minimum: 0 }, default: [1, 2], minItems: 2 },
        server: { type: 'string', pattern: '^https:' },
      },
      required: ['server'],
    });
    expect(JSON.parse(JSON.stringify(schema))).to.deep.equal(schema);
  });

  it('fills in the defaults', () => {
    expect(fillOptions(schema, { server: 'https://x', mode: 'deep' })).to.deep.equal({
      options: { depth: 3, caution: 0.5, isBold: false, mode: 'deep', weights: [1, 2], server: 'https://x' },
    });
  });

  it('requires an option without a default', () => {
    const message = 'option "server" is missing, and the strategy has no default for it';
    expect(fillOptions(schema, {})).to.deep.equal({ faults: [{ path: [], message }] });
  });

  it('refuses values of a wrong type or out of bounds', () => {
    const wrong = { depth: 10, caution: 'x', isBold: 1, mode: 'slow', weights: [1, -1], server: 'ftp:' };
    const result = fillOptions(schema, wrong, findMismatches(schema, wrong)) as {
      faults: readonly { path: readonly string[] }[];
    };
    expect(result.faults.map(({ path }) => path.join('.'))).to.have.members([
      'depth',
      'caution',
      'isBold',
      'mode',
      'weights.1',
      'server',
    ]);
  });
});
