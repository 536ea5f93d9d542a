/** What a tuning is: which strategy and options, in which game. Two runs with the same options play the same games. */
import { identifyContest, type ContestIdentity } from '../contest-identity.js';
import type { Contest, Contestant } from '../contest.js';
import type { TunedOption } from './parameters.js';

/** A tuning as the caller describes it. Plain data. */
export interface TuningOptions extends Contest {
  /** The strategy, twice: with the values on one side of those so far, and on the other. */
  readonly contestants: readonly [plus: Contestant, minus: Contestant];
  /** All its options, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly parameters: readonly TunedOption[];
  /** Pairs that the gains are laid out for. */
  readonly planned: number;
  readonly seed: string;
}

/** What the games of a tuning follow from. */
export function identifyTuning({
  contestants,
  options,
  parameters,
  planned,
  seed,
  game,
}: TuningOptions): ContestIdentity {
  const { settings, ...rest } = game;
  const tuned = Object.fromEntries(parameters.map(({ name, minimum, maximum }) => [name, `${minimum} to ${maximum}`]));
  const [one] = contestants;
  return identifyContest([one], { seed, planned, ...rest, ...settings, options, tuned });
}
