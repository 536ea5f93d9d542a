/** Loads the strategy that is to be tuned, with the schema of its options. */
import type { LocalContestant } from '../../arena/contest/contest.js';
import { chooseParameters, type TunedOption } from '../../arena/contest/tuning/parameters.js';
import { usageFault } from '../../errors.js';
import { describeStrategy } from '../../snakes/mount-snake.js';
import { fillOptions } from '../../snakes/strategy/options.js';
import { printError } from '../../terminal/print.js';
import { resolveContestants } from '../contest/contestants.js';
import { parseSnakeUrl } from '../resolve-snakes.js';
import { readFixed, readOnly, type TuneFlags } from './tune-flags.js';

/** A strategy, all options of its tuning games, and those of them that are tuned. */
export interface TunedStrategy {
  readonly contestant: LocalContestant;
  readonly options: Readonly<Record<string, unknown>>;
  readonly parameters: readonly TunedOption[];
}

/** Throws a `UsageError` if the strategy cannot be loaded, or has nothing to tune. Warns on standard error. */
export async function loadTuned(name: string, flags: TuneFlags): Promise<TunedStrategy> {
  if (parseSnakeUrl(name) !== undefined) {
    throw usageFault('STRATEGY', `"${name}" is a snake on a server: only strategies of this machine can be tuned.`);
  }
  const { whileTuning } = readFixed(flags);
  const source = { source: 'STRATEGY', name, options: { source: '--option', values: whileTuning } };
  const { contestants, warnings } = await resolveContestants([source], flags.config);
  for (const warning of warnings) printError(`warning: ${warning}`);
  const contestant = contestants[0] as LocalContestant;
  const { config, code, hash } = contestant;
  const shape = await describeStrategy({
    config,
    bundle: { file: config.file, code, hash, inputs: [] },
    env: process.env,
  });
  const filled = fillOptions(shape.options, config.options);
  if ('faults' in filled) throw usageFault('STRATEGY', filled.faults.map(({ message }) => message).join(' '));
  const { options } = filled;
  const choice = { only: readOnly(flags), fixed: Object.keys(whileTuning) };
  return { contestant, options, parameters: chooseParameters(shape.options, options, choice) };
}
