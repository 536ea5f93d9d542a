/** The flags of `serpentarium tune`, and their checked values. */
import { InvalidArgumentError, type Command } from 'commander';
import { BUDGET_OPTION, chooseParameters, type TunedOption } from '../../arena/contest/tuning/tuning-plan.js';
import { usageFault, type UsageError } from '../../errors/errors.js';
import { DEFAULT_CONFIG, whole } from '../arguments.js';
import { addContestFlags, type ContestFlags } from '../contest/contest-flags.js';
import { addGameFlags, type GameFlags } from '../play/game-flags.js';
import type { LocalContestant } from '../../arena/contest/contest.js';
import { describeSnake } from '../../snakes/mount-snake.js';
import { readSource } from '../../snakes/source-content.js';
import { fillOptions } from '../../snakes/strategy/options.js';
import { resolveContestants } from '../contest/contestants.js';
import { parseSnakeUrl } from '../resolve-snakes.js';

export interface TuneFlags extends GameFlags, ContestFlags {
  readonly only?: string;
  /** As written: `name=value`. */
  readonly option?: readonly string[];
  readonly nodes?: number;
  readonly games: number;
  readonly compare: boolean;
  readonly sprt?: string;
}

const DEFAULT_GAMES = 4000;
/** Time for an answer, in ms, as in `compare`. */
const DEFAULT_TIMEOUT_MS = 100;
/** Time for an answer, in ms, of a strategy that counts nodes instead of looking at the clock. */
const NODES_TIMEOUT_MS = 10_000;

export function declareTune(command: Command): Command {
  command
    .argument('[STRATEGY]', 'the name of a strategy, or the /prefix of a snake; needed without --resume')
    .option('--config <FILE>', 'the configuration with this snake', DEFAULT_CONFIG)
    .option('--only <OPTIONS>', 'tune only these options, separated by commas (default: all numbers with both bounds)')
    .option('--option <NAME=VALUE>', 'an option with a fixed value; repeatable', collectOption)
    .option('--nodes <NUMBER>', `tune with the strategy's option "${BUDGET_OPTION}" at this value`, whole(1, 1e9))
    .option('--games <NUMBER>', 'games to tune with, in whole pairs', whole(2, 1e9), DEFAULT_GAMES)
    .option('--no-compare', 'only print the values, without the deciding match')
    .option('--sprt <TEST>', 'the test of the deciding match (default: as in "compare")');
  addGameFlags(command, DEFAULT_TIMEOUT_MS);
  return addContestFlags(command, 'tuning').addHelpText(
    'after',
    '\nExit codes, from the deciding match: 0 adopt; 1 do not adopt; 2 wrong usage;\n' +
      '3 undecided or stopped; 4 void: the strategy never played a move.\n' +
      'With --no-compare: 0 all games played.\n' +
      'Ctrl-C ends the tuning and prints the values so far.',
  );
}

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

function collectOption(text: string, before: readonly string[] = []): string[] {
  if (!/^[^=]+=./.test(text)) throw new InvalidArgumentError('Expected name=value, for example nodes=1000.');
  return [...before, text];
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

function faultOfServer(name: string): UsageError {
  return usageFault('STRATEGY', `"${name}" is a snake on a server: only strategies of this machine can be tuned.`);
}

/** A strategy, all options of its tuning games, and which of them are tuned. */
interface TunedStrategy {
  readonly contestant: LocalContestant;
  readonly options: Readonly<Record<string, unknown>>;
  readonly parameters: readonly TunedOption[];
}

/** Throws a `UsageError` if the strategy cannot be loaded, or has nothing to tune. */
export async function loadTuned(name: string, flags: TuneFlags): Promise<TunedStrategy> {
  if (parseSnakeUrl(name) !== undefined) {
    throw faultOfServer(name);
  }
  const { whileTuning } = readFixed(flags);
  const source = { source: 'STRATEGY', name, options: { source: '--option', values: whileTuning } };
  const { contestants, close } = await resolveContestants([source], flags.config);
  await close();
  const [contestant] = contestants;
  if (contestant.kind === 'remote') throw faultOfServer(name);
  const { config } = contestant;
  const shape = await describeSnake({ config, content: await readSource(config.source), env: process.env });
  const filled = fillOptions(shape.options, config.options);
  if ('faults' in filled) throw usageFault('STRATEGY', filled.faults.map(({ message }) => message).join(' '));
  const { options } = filled;
  const choice = { only: readOnly(flags), fixed: Object.keys(whileTuning), strategy: `"${name}"` };
  return { contestant, options, parameters: chooseParameters(shape.options, options, choice) };
}
