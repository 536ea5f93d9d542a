/** A tuning: a strategy, a game, and the tuned options: the numbers that its schema bounds. */
import { identifyContest, type ContestIdentity } from '../contest-identity.js';
import type { Contestant, ContestPlan } from '../contest.js';
import { didYouMean } from '../../../errors/did-you-mean.js';
import { usageFault } from '../../../errors/errors.js';
import { isRecord } from '../../../errors/kind-of.js';
import type { SpsaParameter } from '../../../stats/fit/spsa.js';

/** The gains are computed for `maxPairs`. */
export interface TuningPlan extends ContestPlan {
  /** The strategy, twice: with the values on either side of the present ones. */
  readonly contestants: readonly [plus: Contestant, minus: Contestant];
  /** All its options, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly parameters: readonly TunedOption[];
}

export function identifyTuning(plan: TuningPlan): ContestIdentity {
  const { contestants, options, parameters, maxPairs: planned } = plan;
  const tuned = Object.fromEntries(parameters.map(({ name, minimum, maximum }) => [name, `${minimum} to ${maximum}`]));
  return identifyContest({ ...plan, contestants: [contestants[0]] }, () => 'strategy', { planned, options, tuned });
}

/** A number among the options. Plain data. */
export interface TunedOption extends SpsaParameter {
  /** Its name; in a group of options `group.name`. */
  readonly name: string;
}

type Values = Readonly<Record<string, unknown>>;

/** The option that limits a strategy's computation: a larger one always plays better. */
export const BUDGET_OPTION = 'nodes';

interface ParameterChoice {
  readonly only?: readonly string[] | undefined;
  readonly fixed: readonly string[];
  /** The strategy's name in errors. */
  readonly strategy?: string;
}

/**
 * The options to tune: the ones named by `only`, or else all numbers with two bounds except the ones in `fixed` and the
 * budget. Numbers in lists are not among them. Throws a `UsageError` at `--only` if there are none, or if a named one
 * cannot be tuned.
 *
 * @param values all options, defaults filled in.
 */
export function chooseParameters(
  schema: unknown,
  values: Values,
  { only, fixed, strategy = 'STRATEGY' }: ParameterChoice,
): TunedOption[] {
  const bounded = findBounded(schema, values, '');
  if (only === undefined) {
    const free = bounded.filter(({ name }) => name !== BUDGET_OPTION && !fixed.includes(name));
    if (free.length > 0) return free;
    const example = 'integer({ minimum: 0, maximum: 100, default: 40 })';
    throw usageFault(strategy, `has no numeric option with a minimum and a maximum. Write for example ${example}.`);
  }
  return only.map((name) => {
    const found = bounded.find((one) => one.name === name);
    if (found !== undefined) return found;
    const names = bounded.map((one) => one.name);
    if (isList(values, name.split('.'))) {
      throw usageFault('--only', `"${name}" is a list, and lists cannot be tuned. Make each number a separate option.`);
    }
    const hint = didYouMean(name, names) || ` It can tune: ${names.join(', ') || 'nothing'}.`;
    throw usageFault('--only', `"${name}" is not a numeric option with a minimum and a maximum.${hint}`);
  });
}

export function withValues(options: Values, parameters: readonly TunedOption[], values: readonly number[]): Values {
  return parameters.reduce((changed, { name }, index) => replaceAt(changed, name.split('.'), values[index]!), options);
}

export function toOptions(parameters: readonly TunedOption[], values: readonly number[]): Values {
  return withValues({}, parameters, values);
}

/** The values for people and the YAML: whole numbers, or four digits. */
export function roundValues(parameters: readonly TunedOption[], values: readonly number[]): number[] {
  return parameters.map(({ isWhole, minimum, maximum }, index) => {
    const value = values[index]!;
    const rounded = isWhole ? Math.round(value) : Number(value.toPrecision(4));
    return Math.min(maximum, Math.max(minimum, rounded));
  });
}

function findBounded(schema: unknown, values: Values, prefix: string): TunedOption[] {
  const properties = isRecord(schema) && isRecord(schema['properties']) ? schema['properties'] : {};
  return Object.entries(properties).flatMap(([key, property]): TunedOption[] => {
    if (!isRecord(property)) return [];
    const { type, minimum, maximum } = property;
    const value = values[key];
    const name = `${prefix}${key}`;
    if (isRecord(value)) return findBounded(property, value, `${name}.`);
    if (typeof value !== 'number' || (type !== 'number' && type !== 'integer')) return [];
    if (typeof minimum !== 'number' || typeof maximum !== 'number' || minimum >= maximum) return [];
    return [{ name, minimum, maximum, start: value, isWhole: type === 'integer' }];
  });
}

/** Whether the option at this path, or a group around it, is a list. */
function isList(value: unknown, [key, ...rest]: readonly string[]): boolean {
  return Array.isArray(value) || (isRecord(value) && key !== undefined && isList(value[key], rest));
}

function replaceAt(options: Values, [key, ...rest]: readonly string[], value: number): Values {
  if (rest.length === 0) return { ...options, [key!]: value };
  const group = options[key!];
  return { ...options, [key!]: replaceAt(isRecord(group) ? group : {}, rest, value) };
}
