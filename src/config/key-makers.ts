/**
 * Makers of the keys in `schema.ts`. Each takes the meaning of its key and, at the end, its default and a text for
 * messages: what the key expects, unless its type says that.
 */
import { Type, type Static, type TProperties, type TSchema } from '../wire/type.js';

/** What the schema of a key has beyond JSON schema, for messages. */
export interface Annotations {
  readonly description: string;
  readonly default?: unknown;
  /** A description of valid values: `a path such as "/admin"`. */
  readonly expects?: string;
  /** True if the value must not appear in any message. */
  readonly secret?: boolean;
}

function annotate(description: string, fallback: unknown, expects?: string) {
  return { ...(fallback !== undefined && { default: fallback }), description, ...(expects && { expects }) };
}

export const optional = Type.Optional;
export const text = (description: string) => Type.String({ minLength: 1, description });
/** A string that matches a pattern. */
export const matching = (pattern: string, description: string, expects: string, fallback?: string) =>
  Type.String({ pattern, ...annotate(description, fallback, expects) });
/** A key that no message may show the value of. */
export const secret = <Key extends TSchema>(key: Key): Key => ({ ...key, secret: true });
export const yesOrNo = (description: string, fallback: boolean) => Type.Boolean(annotate(description, fallback));
export const choice = <const Words extends readonly string[]>(
  words: Words,
  description: string,
  fallback?: Words[number],
) => Type.Unsafe<Words[number]>({ enum: words, ...annotate(description, fallback) });
export const wholeNumber = (minimum: number, maximum: number, description: string, fallback?: number) =>
  Type.Integer({ minimum, maximum, ...annotate(description, fallback) });
/** A port; 0 means any free one. */
export const port = (description: string, fallback: number) => wholeNumber(0, 65_535, description, fallback);

const withUnit =
  (unit: 'size' | 'duration', expects: string) =>
  (minimum: string, maximum: string, description: string, fallback?: string) =>
    Type.Unsafe<number>({
      type: ['integer', 'string'],
      [unit]: { minimum, maximum },
      ...annotate(description, fallback, expects),
    });
/** A size within bounds, written as `6mb`; in bytes once it is checked. */
export const size = withUnit('size', 'a size such as "512kb" or "6mb"');
/** A time within bounds, written as `5s`; in ms once it is checked. */
export const duration = withUnit('duration', 'a time such as "500ms" or "5s"');

/** An object with these keys only. */
export const object = <Keys extends TProperties>(description: string, keys: Keys, expects?: string) =>
  Type.Object(keys, { additionalProperties: false, ...annotate(description, undefined, expects) });
/** An object that may be left out, because each of its keys may. */
export const section = <Keys extends TProperties>(description: string, keys: Keys, expects?: string) =>
  Type.Object(keys, { additionalProperties: false, ...annotate(description, {}, expects) });
/** A section, or the word `off`. */
export const sectionOrOff = <Keys extends TProperties>(description: string, keys: Keys) => {
  const made = section(description, keys);
  return Type.Unsafe<Static<typeof made> | 'off'>({ ...made, type: ['object', 'string'], pattern: '^off$' });
};
/** A list, by default empty. */
export const array = <Item extends TSchema>(description: string, item: Item, expects: string) =>
  Type.Array(item, annotate(description, [], expects));
/** The words of a command line. */
export const words = (description: string) =>
  optional(
    Type.Array(Type.String({ minLength: 1, expects: 'a word in quotes' }), {
      minItems: 1,
      ...annotate(description, undefined, 'a list of words such as "[./mysnake, --fast]"'),
    }),
  );
