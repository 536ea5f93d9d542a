/** The flags of `serpentarium tune`, and their checked values. */
import { InvalidArgumentError } from 'commander';
import { BUDGET_OPTION, chooseParameters } from '../../arena/contest/tuning/tuning-plan.js';
import { messageOf, usageFault, type UsageError } from '../../errors/errors.js';
import { whole } from '../arguments.js';
import { below, configFlag, listOf, planFlag, type ValuesOf } from '../flags.js';
import { contestFlags } from '../contest/contest-flags.js';
import { gameFlags } from '../play/game-flags.js';
import { faultOfSource } from '../../config/snake-faults.js';
import { describeSnake } from '../../snakes/mount-snake.js';
import { readSource } from '../../snakes/source-content.js';
import { fillOptions } from '../../snakes/strategy/options.js';
import type { FoundContestants } from '../contest/contest-kind.js';

const DEFAULT_GAMES = 4000;
/** Time for an answer, in ms, as in `compare`. */
const DEFAULT_TIMEOUT_MS = 100;
/** Time for an answer, in ms, of a strategy that counts nodes instead of looking at the clock. */
const NODES_TIMEOUT_MS = 10_000;

const ONLY_HELP = 'tune only these options, separated by commas (default: all numbers with both bounds)';
const NODES_HELP = `tune with the strategy's option "${BUDGET_OPTION}" at this value`;

export const TUNE_FLAGS = [
  configFlag('the configuration with this snake'),
  ...below('Match', [
    planFlag('--only <OPTIONS>', ONLY_HELP),
    planFlag('--option <NAME=VALUE>', 'an option with a fixed value; repeatable', listOf(readAssignment)),
    planFlag('--nodes <NUMBER>', NODES_HELP, whole(1, 1e9)),
    planFlag('--games <NUMBER>', 'games to tune with, in whole pairs', whole(2, 1e9), DEFAULT_GAMES),
    planFlag('--no-compare', 'only print the values, without the deciding match'),
    planFlag('--sprt <TEST>', 'the test of the deciding match (default: as in "compare")'),
  ]),
  ...gameFlags(DEFAULT_TIMEOUT_MS),
  ...contestFlags('tuning'),
];

export type TuneFlags = ValuesOf<typeof TUNE_FLAGS>;

/** The options with fixed values: of the whole command, and of the tuning games alone. */
interface FixedOptions {
  readonly always: Readonly<Record<string, unknown>>;
  readonly whileTuning: Readonly<Record<string, unknown>>;
}

export function readFixed({ option = [], nodes }: TuneFlags): FixedOptions {
  const always = Object.fromEntries(option.map(parseOption));
  return { always, whileTuning: nodes === undefined ? always : { ...always, [BUDGET_OPTION]: nodes } };
}

/** The names of `--only`, or nothing. Throws a `UsageError` if one is empty. */
export function readOnly({ only }: TuneFlags): string[] | undefined {
  const names = only?.split(',').map((name) => name.trim());
  if (names?.includes('') === true) {
    throw usageFault('--only', `"${only}" contains an empty name. Write for example "areaEarly,areaLate".`);
  }
  return names;
}

/** The time for an answer in the tuning games, in ms. With `--nodes` the strategy ignores the clock. */
export function readTuningTimeout({ nodes, timeout = DEFAULT_TIMEOUT_MS }: TuneFlags): number {
  return nodes === undefined ? timeout : Math.max(timeout, NODES_TIMEOUT_MS);
}

function readAssignment(word: string): string {
  if (/^[^=]+=./.test(word)) return word;
  throw new InvalidArgumentError('Expected name=value, for example nodes=1000.');
}

/** The value as JSON if it is any, else as a string. */
function parseOption(text: string): [string, unknown] {
  const [, name, value] = /^([^=]+)=(.*)$/s.exec(text)!;
  try {
    return [name!, JSON.parse(value!)];
  } catch {
    return [name!, value!];
  }
}

/** The fault of a name that stands for a server. */
export function notHere(name: string): UsageError {
  return usageFault('STRATEGY', `"${name}" is a snake on a server: only strategies of this machine can be tuned.`);
}

/**
 * The strategy, all options of its tuning games, and which of them are tuned. Throws a `UsageError` if it cannot be
 * loaded, or has nothing to tune.
 */
export async function describeTuned(
  name: string,
  flags: TuneFlags,
  { contestants: [contestant], blame }: Pick<FoundContestants, 'contestants' | 'blame'>,
) {
  if (contestant?.kind !== 'local') throw notHere(name);
  const { config } = contestant;
  const content = await readSource(config.source);
  const shape = await describeSnake({ config, content, env: process.env }).catch((thrown: unknown) => {
    throw blame([{ contestant: 0, ...faultOfSource(config, messageOf(thrown)) }]);
  });
  const filled = fillOptions(shape.options, config.options);
  if ('faults' in filled) {
    throw blame(filled.faults.map(({ path, message }) => ({ contestant: 0, path: ['options', ...path], message })));
  }
  const { options } = filled;
  const fixed = Object.keys(readFixed(flags).whileTuning);
  const choice = { only: readOnly(flags), fixed, strategy: `"${name}"` };
  return { contestant, options, parameters: chooseParameters(shape.options, options, choice) };
}
