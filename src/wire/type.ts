/**
 * Makers of JSON schemas that carry their TypeScript type: a subset of typebox, with its types but without its code,
 * which takes as long to load as the rest of a host's start.
 */
import type { Static, TProperties, TSchema, Type as TypeBox } from 'typebox';

export type { Static, TProperties, TSchema };

type Makers = Pick<
  typeof TypeBox,
  'Array' | 'Boolean' | 'Enum' | 'Integer' | 'Literal' | 'Number' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>;

/** A deeply read-only value. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/** The values that match a schema. */
export type SchemaValue<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

/** The schemas of optional properties; all others are required. */
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

/** Each makes exactly what typebox's maker of the same name makes; test/wire/type.test.ts compares the two. */
export const Type = makers as unknown as Makers;
