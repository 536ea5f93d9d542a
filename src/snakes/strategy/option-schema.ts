/** Makers of a strategy's `options` schema: written once, they check the YAML and type `context.options`. */
import { weightRules, type Weights } from '../../search/evaluation/weights.js';

declare const valueType: unique symbol;

/**
 * The JSON schema of one option. `Value` is the type that it accepts; the property that carries it exists in types
 * only.
 */
export interface OptionSchema<Value = unknown> {
  readonly [valueType]: Value;
  readonly default?: Value;
  readonly description?: string;
}

/** The JSON schema of all options of a strategy. `Values` is the type of `context.options`. */
export interface OptionsSchema<Values = Record<string, unknown>> {
  readonly [valueType]: Values;
  readonly type: 'object';
  readonly properties: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
}

/** The type of `context.options`: `Schema` is the type of a strategy's `options`, or of their values. */
export type OptionValues<Schema> = Schema extends OptionsSchema<infer Values> ? Values : Schema;

/** The types of some options' values, by name. */
export type PropertyValues<Properties extends Readonly<Record<string, OptionSchema>>> = {
  readonly [Name in keyof Properties]: Properties[Name][typeof valueType];
};

export interface OptionRules<Value> {
  /** The value if the YAML has none. Without a default, the YAML must set the option. */
  readonly default?: Value;
  readonly description?: string;
}

/** The limits of a number, both included. */
export interface NumberRules extends OptionRules<number> {
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The limits of a string: its length in characters, and a regular expression that it must match somewhere. */
export interface StringRules extends OptionRules<string> {
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** The limits of a list: its number of items. */
export interface ListRules<Item> extends OptionRules<readonly Item[]> {
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The schema of a strategy's options, by name. An option without a default is required. */
export function Options<Properties extends Readonly<Record<string, OptionSchema>>>(
  properties: Properties,
): OptionsSchema<PropertyValues<Properties>> {
  const required = Object.keys(properties).filter((name) => properties[name]!.default === undefined);
  const schema: unknown = { type: 'object', properties, ...(required.length > 0 && { required }) };
  return schema as OptionsSchema<PropertyValues<Properties>>;
}

/** An option that is a number, such as a weight. */
export function number(rules: NumberRules = {}): OptionSchema<number> {
  return toSchema({ type: 'number' }, rules);
}

/** An option that is a whole number, such as a depth. */
export function integer(rules: NumberRules = {}): OptionSchema<number> {
  return toSchema({ type: 'integer' }, rules);
}

/** An option that is a string. */
export function string(rules: StringRules = {}): OptionSchema<string> {
  return toSchema({ type: 'string' }, rules);
}

/** An option that is `true` or `false`. */
export function boolean(rules: OptionRules<boolean> = {}): OptionSchema<boolean> {
  return toSchema({ type: 'boolean' }, rules);
}

/** An option that is one of these values. */
export function oneOf<const Value extends string | number | boolean>(
  values: readonly Value[],
  rules: OptionRules<NoInfer<Value>> = {},
): OptionSchema<Value> {
  return toSchema({ enum: values }, rules);
}

/** An option that is a list, such as `list(number())` for weights. */
export function list<Item>(
  items: OptionSchema<Item>,
  rules: ListRules<NoInfer<Item>> = {},
): OptionSchema<readonly Item[]> {
  return toSchema({ type: 'array', items }, rules);
}

/** The cast adds the property that exists in types only. */
function toSchema<Value>(keywords: object, rules: OptionRules<Value>): OptionSchema<Value> {
  return { ...keywords, ...rules } as OptionSchema<Value>;
}

/** An option for each weight. */
export type WeightOptions = { readonly [Name in keyof Weights]: OptionSchema<number> };

/** All weights of the built-in evaluation as options, each with its bounds, its default and a description. */
export const weightOptions: WeightOptions = Object.fromEntries(
  Object.entries(weightRules).map(([name, rule]) => [name, number(rule)]),
) as WeightOptions;
