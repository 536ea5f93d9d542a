/** The weights of the built-in evaluation as options of a strategy, so that the YAML and a tuner can set them. */
import { weightRules, type Weights } from '../../search/evaluation/weights.js';
import { number, type OptionSchema } from './option-schema.js';

/** An option for each weight. */
export type WeightOptions = { readonly [Name in keyof Weights]: OptionSchema<number> };

/** All weights of the built-in evaluation as options, each with its bounds, its default and what it is for. */
export const weightOptions: WeightOptions = Object.fromEntries(
  Object.entries(weightRules).map(([name, rule]) => [name, number(rule)]),
) as WeightOptions;
