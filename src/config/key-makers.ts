/** Makes the schemas of keys, with text for error messages. Used by `schema.ts` and `alert-keys.ts`. */
import { Type, type TProperties } from '../wire/type.js';

/** Annotations beyond JSON schema, for error messages. */
export interface Annotations {
  readonly description: string;
  readonly default?: unknown;
  /** A description of valid values: `a whole number`. */
  readonly expects?: string;
  /** True if the value must not appear in any message. */
  readonly secret?: boolean;
}

export const closed = <P extends TProperties>(properties: P, annotations: Annotations) =>
  Type.Object(properties, { additionalProperties: false, ...annotations });

export const text = (annotations: Annotations) => Type.String({ minLength: 1, expects: 'a string', ...annotations });

export const wholeNumber = (minimum: number, maximum: number, annotations: Annotations) =>
  Type.Integer({ minimum, maximum, expects: 'a whole number', ...annotations });

/** A size within bounds, written as `6mb`; in bytes once it is checked. */
export const size = (minimum: string, maximum: string, annotations: Annotations) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    size: { minimum, maximum },
    expects: 'a size such as "512kb" or "6mb"',
    ...annotations,
  });

/** A time within bounds, written as `5s`; in ms once it is checked. */
export const duration = (minimum: string, maximum: string, annotations: Annotations) =>
  Type.Unsafe<number>({
    type: ['integer', 'string'],
    duration: { minimum, maximum },
    expects: 'a time such as "500ms" or "5s"',
    ...annotations,
  });

export const host = (fallback: string, description: string) =>
  Type.String({
    pattern: '^[A-Za-z0-9._:%-]+$',
    default: fallback,
    description,
    expects: 'an address such as "0.0.0.0" or a host name',
  });

/** A port; 0 means any free one. */
export const port = (fallback: number, description: string) =>
  wholeNumber(0, 65_535, { default: fallback, description });
