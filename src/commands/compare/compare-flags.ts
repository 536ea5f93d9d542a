/** The flags of `serpentarium compare`: how they are declared, and what they mean once checked. */
import type { Command } from 'commander';
import { gamesPerPair } from '../../arena/contest/match/match-options.js';
import type { StopCondition } from '../../arena/contest/match/stop-condition.js';
import { messageOf, usageFault } from '../../errors.js';
import { MAX_SNAKES } from '../../rules/types.js';
import { formatSprt, parseSprt } from '../../stats/parse-sprt.js';
import { DEFAULT_SPRT } from '../../stats/sprt.js';
import { DEFAULT_CONFIG, whole } from '../arguments.js';
import type { LocalName } from '../resolve-snakes.js';
import { addGameFlags, type GameFlags } from '../play/game-flags.js';
import { addContestFlags, type ContestFlags } from '../contest/contest-flags.js';
import { TIMEOUT_RULE, type ContestantName } from '../contest/contestants.js';

/** The names of a match: the base, the candidate, then the opponents. */
export type MatchNames = readonly [ContestantName, ContestantName, ...ContestantName[]];

export interface CompareFlags extends GameFlags, ContestFlags {
  readonly optionsBase?: string;
  readonly optionsCandidate?: string;
  readonly perGame: number;
  readonly opponents?: string;
  readonly games?: number;
  /** `true` if the flag is given without parameters. */
  readonly sprt?: string | true;
}

/** Ends a test that cannot decide, as between two equal strategies. */
const MAX_GAMES = 20_000;

/** Declares the arguments and the flags of `compare`, those of the game included. */
export function declareCompare(command: Command): Command {
  command
    .argument('[BASE]', 'the name of a strategy, the /prefix of a snake, or a URL; needed without --resume')
    .argument('[CANDIDATE]', 'likewise')
    .option('--config <FILE>', 'the configuration with these snakes', DEFAULT_CONFIG)
    .option('--options-base <JSON>', 'options of the base; they win over those of the configuration')
    .option('--options-candidate <JSON>', 'options of the candidate')
    .option('--per-game <NUMBER>', 'snakes in a game', whole(2, MAX_SNAKES), 2)
    .option(
      '--opponents <NAMES>',
      'snakes that take the seats beyond two in turn, separated by commas (default: the base)',
    )
    .option('--games <NUMBER>', 'play this many games, in whole pairs; with --sprt, at most this many', whole(1, 1e9))
    .option('--sprt [TEST]', `stop as soon as the test decides (default; ${formatSprt(DEFAULT_SPRT)})`);
  addGameFlags(command, TIMEOUT_RULE);
  return addContestFlags(command, 'match').addHelpText(
    'after',
    '\nExit codes: 0 accepted, or all games played; 1 rejected; 2 wrong usage;\n' +
      '3 undecided; 4 a snake played no move of its own: the match says nothing.\n' +
      'Ctrl-C ends the match and prints the report of the games so far.',
  );
}

/** The base, the candidate and the opponents, as the command line names them. Throws a `UsageError`. */
export function readNames(base: string, candidate: string, flags: CompareFlags): MatchNames {
  const { opponents, perGame: snakes } = flags;
  const names = opponents === undefined ? [] : opponents.split(',').map((name) => name.trim());
  if (names.includes('')) {
    throw usageFault('--opponents', `"${opponents}" contains an empty name. Write for example "greedy,random".`);
  }
  if (names.length > 0 && snakes === 2) {
    throw usageFault('--opponents', 'cannot be used in duels. Did you forget --per-game?');
  }
  if (names.length > snakes - 1) {
    const message = `names ${names.length} snakes, but a game of ${snakes} has only ${snakes - 1} other seats.`;
    throw usageFault('--opponents', message);
  }
  return [
    { source: 'BASE', name: base, options: readOptions('--options-base', flags.optionsBase) },
    { source: 'CANDIDATE', name: candidate, options: readOptions('--options-candidate', flags.optionsCandidate) },
    ...names.map((name) => ({ source: '--opponents', name })),
  ];
}

/** How many snakes play in a game. Throws a `UsageError` for squad games. */
export function readSnakes({ perGame, gametype }: CompareFlags): number {
  if (gametype !== 'squad') return perGame;
  throw usageFault('--gametype', 'squad games cannot be compared: a snake of a squad does not win by itself.');
}

/** When the match stops. Throws a `UsageError` if the test makes no sense. */
export function readStopCondition({ games, sprt }: CompareFlags, snakes: number): StopCondition {
  const maxPairs = Math.ceil((games ?? MAX_GAMES) / gamesPerPair({ snakes }));
  if (sprt === undefined && games !== undefined) return { sprt: undefined, maxPairs };
  return { sprt: typeof sprt === 'string' ? parseSprt(sprt, '--sprt') : DEFAULT_SPRT, maxPairs };
}

/** Says that more games are played than were asked for, and why; `undefined` if they are whole pairs. */
export function explainRounding({ games }: CompareFlags, snakes: number): string | undefined {
  const perPair = gamesPerPair({ snakes });
  if (games === undefined || games % perPair === 0) return undefined;
  const why =
    snakes === 2
      ? 'games are played in pairs, with the seats swapped'
      : `with ${snakes} snakes, a pair is ${perPair} games: both sides take each of the ${snakes} seats once`;
  return `--games ${games} is rounded up to ${Math.ceil(games / perPair) * perPair}: ${why}.`;
}

function readOptions(source: string, text: string | undefined): LocalName['options'] {
  if (text === undefined) return undefined;
  const example = `Write for example '{"hungerBelow": 60}'.`;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch (thrown) {
    throw usageFault(source, `"${text}" is not JSON: ${messageOf(thrown)}. ${example}`);
  }
  if (typeof values !== 'object' || values === null || Array.isArray(values)) {
    throw usageFault(source, `"${text}" is not an object. ${example}`);
  }
  return { source, values: values as Record<string, unknown> };
}
