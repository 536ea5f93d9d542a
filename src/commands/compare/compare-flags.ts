/** The flags of `serpentarium compare`: what they are, and what they say once checked. */
import type { Command } from 'commander';
import { gamesPerPair } from '../../arena/match/match-options.js';
import type { StopCondition } from '../../arena/match/stop-condition.js';
import { UsageError, messageOf } from '../../errors.js';
import { MAX_SNAKES } from '../../rules/types.js';
import { parseSprt } from '../../stats/parse-sprt.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import type { NamedContestant } from './contestants.js';
import { addGameFlags, whole, type GameFlags } from '../play/game-flags.js';

export interface CompareFlags extends GameFlags {
  readonly config: string;
  readonly optionsBase?: string;
  readonly optionsCandidate?: string;
  readonly snakes: number;
  readonly opponents?: string;
  readonly games?: number;
  /** `true` where no parameters are written. */
  readonly sprt?: string | true;
  readonly ruleset?: string;
  readonly seed?: string;
  readonly concurrency?: number;
  readonly force?: true;
  readonly save?: string;
  readonly resume?: string;
  readonly output?: string;
  readonly json?: true;
}

/** The test that is made unless another is asked for. */
const DEFAULT_SPRT = 'elo0=0,elo1=10,alpha=0.05,beta=0.05';
/** A test that cannot end, as between twins in a game of chance, ends here. */
const MOST_GAMES = 20_000;
/** Time for an answer, in ms: enough for most strategies, and five times the games of the arena's 500. */
const TIMEOUT = 100;

export function addCompareFlags(command: Command): Command {
  command
    .option('--config <FILE>', 'the configuration with these snakes', DEFAULT_CONFIG)
    .option('--options-base <JSON>', 'options of the base, over those of the configuration')
    .option('--options-candidate <JSON>', 'options of the candidate')
    .option('--snakes <NUMBER>', 'snakes in a game', whole(2, MAX_SNAKES), 2)
    .option('--opponents <NAMES>', 'who takes the other seats of more than two, in turn; the base unless given')
    .option('--games <NUMBER>', 'play so many games, in whole pairs; with --sprt, at most so many', whole(1, 1e9))
    .option('--sprt [TEST]', `stop as soon as it is known, which is the default (${DEFAULT_SPRT})`)
    .option('--seed <TEXT>', 'the same seed plays the same games again');
  return addGameFlags(command, TIMEOUT)
    .option('--ruleset <RULESET>', 'the same as --gametype')
    .option('--concurrency <NUMBER>', 'games at once; the number of cores unless given', whole(1, 1024))
    .option('--force', 'let more games be played at once than there are cores')
    .option('--save <FILE>', 'keep the match in a file, to go on from with --resume')
    .option('--resume <FILE>', 'go on with a match that was kept, and keep it there')
    .option('--output <DIRECTORY>', 'write each game as lines of JSON')
    .option('--json', 'print the report as one JSON object')
    .addHelpText('after', '\nExit code: 0 accepted, or all games played; 1 rejected; 2 usage; 3 undecided.');
}

/** Base, candidate and opponents as they are named. */
export function readNamed(base: string, candidate: string, flags: CompareFlags): NamedContestant[] {
  const { opponents, snakes } = flags;
  const names = opponents === undefined ? [] : opponents.split(',').map((name) => name.trim());
  if (names.includes(''))
    throw opponentsFault(`"${opponents}" has a name that is empty. Write for example "greedy,random".`);
  if (names.length > 0 && snakes === 2) throw opponentsFault('has no seat in a duel. Is --snakes missing?');
  if (names.length > snakes - 1)
    throw opponentsFault(`names ${names.length}, but ${snakes} snakes leave ${snakes - 1} seats.`);
  return [
    { flag: 'BASE', word: base, ...readOptions('--options-base', flags.optionsBase) },
    { flag: 'CANDIDATE', word: candidate, ...readOptions('--options-candidate', flags.optionsCandidate) },
    ...names.map((word) => ({ flag: '--opponents', word })),
  ];
}

export function readSnakes({ snakes, gametype, ruleset }: CompareFlags): number {
  if ((ruleset ?? gametype) !== 'squad') return snakes;
  const message = 'squad games cannot be compared: a snake of a squad does not win by itself.';
  throw new UsageError([{ source: '--ruleset', message }]);
}

/** More games at once than cores cost the strategies time, and what they lose by it looks like play. */
export function readConcurrency({ concurrency = Infinity, force }: CompareFlags, cores: number): number {
  if (concurrency === Infinity) return cores;
  if (concurrency <= cores || force === true) return concurrency;
  const message = `${concurrency} is more than this machine's ${cores} cores: time losses would poison the result. --force does it nevertheless.`;
  throw new UsageError([{ source: '--concurrency', message }]);
}

export function readGoal({ games, sprt }: CompareFlags, snakes: number): StopCondition {
  const maxPairs = Math.ceil((games ?? MOST_GAMES) / gamesPerPair({ snakes }));
  if (sprt === undefined && games !== undefined) return { sprt: undefined, maxPairs };
  return { sprt: parseSprt(typeof sprt === 'string' ? sprt : DEFAULT_SPRT, '--sprt'), maxPairs };
}

function opponentsFault(message: string): UsageError {
  return new UsageError([{ source: '--opponents', message }]);
}

function readOptions(flag: string, text: string | undefined): { options?: Record<string, unknown> } {
  if (text === undefined) return {};
  const fail = (reason: string) =>
    new UsageError([{ source: flag, message: `${reason} Write for example '{"hungerBelow": 60}'.` }]);
  let options: unknown;
  try {
    options = JSON.parse(text);
  } catch (thrown) {
    throw fail(`"${text}" is no JSON: ${messageOf(thrown)}.`);
  }
  if (typeof options !== 'object' || options === null || Array.isArray(options)) throw fail(`"${text}" is no object.`);
  return { options: options as Record<string, unknown> };
}
