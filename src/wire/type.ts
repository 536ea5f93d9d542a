/**
 * Makers of JSON schemas that carry their TypeScript type. They are those of typebox that we use, with its types but not
 * its code: loading that takes as long as all the rest of a host's start.
 */
import type { Static, TProperties, TSchema, Type as TypeBox } from 'typebox';

export type { Static, TProperties, TSchema };

type Makers = Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Enum' | 'Integer' | 'Literal' | 'Number' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>;

/** Schemas of properties that may be absent; all others are required. */
const optional = new WeakSet<object>();

const makers = {
  Array: (items: object, options?: object) => ({ type: 'array', items, ...options }),
  Boolean: (options?: object) => ({ type: 'boolean', ...options }),
  Enum: (values: readonly unknown[], options?: object) => ({ enum: values, ...options }),
  Integer: (options?: object) => ({ type: 'integer', ...options }),
  Literal: (value: unknown, options?: object) => ({ type: typeof value, const: value, ...options }),
  Number: (options?: object) => ({ type: 'number', ...options }),
  Object(properties: Record<string, object>, options?: object) {
    const required = Object.keys(properties).filter((key) => !optional.has(properties[key]!));
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options };
  },
  Optional(schema: object) {
    const copy = { ...schema };
    optional.add(copy);
    return copy;
  },
  String: (options?: object) => ({ type: 'string', ...options }),
  Unsafe: (schema: object) => ({ ...schema }),
};

/** What each makes is what the maker of the same name makes in typebox; test/wire/type.test.ts holds one against the other. */
export const Type = makers as unknown as Makers;
